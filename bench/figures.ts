/** Small arithmetic and printing shared by the benchmarks. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** How long a deed takes each time, in ms. */
export function times(rounds: number, act: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = performance.now()
    act()
    return performance.now() - begun
  })
}

/** `--smoke` asks for a short run that only shows the benchmark still works. */
export const smoke = process.argv.includes('--smoke')

/** `--only a,b` names the parts to run; without it all of them are. */
export const only = valueOf('--only')?.split(',') ?? []

/** Prints one figure beside its target; returns whether the target holds. A smoke run is too short to say so. */
export function report(
  name: string,
  figure: { value: number; unit: string; most?: number; least?: number },
): boolean {
  const { value, unit, most, least } = figure
  const holds = (most === undefined || value <= most) && (least === undefined || value >= least)
  const target =
    most === undefined ? (least === undefined ? '' : `  (target ≥ ${least})`) : `  (target ≤ ${most})`
  console.log(
    `${smoke ? '-   ' : holds ? 'ok  ' : 'MISS'}  ${name.padEnd(58)} ${value.toFixed(2).padStart(9)} ${unit}${target}`,
  )
  return holds
}

/** Ends the benchmark; in a smoke run figures are not judged, because they are too short to mean anything. */
export function finish(results: readonly boolean[]): void {
  if (!smoke && results.includes(false)) process.exitCode = 1
}

/** What follows a flag of the command line. */
export function valueOf(flag: string): string | undefined {
  const place = process.argv.indexOf(flag)
  return place === -1 ? undefined : process.argv[place + 1]
}
