/** How often a test repeats itself: so often with `npm test`, and as often as it takes with `npm run faults`. */
export function repetitions(few: number, all: number): number {
  return process.env['IRIS_FAULTS'] === 'all' ? all : few
}
