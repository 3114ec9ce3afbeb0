/** How runners say how many tests they ran; each finds numbers that are added. */
const summaries: readonly RegExp[] = [
  /^\s*Tests:?\s+(?:.*?\b(\d+) failed\b)?(?:.*?\b(\d+) passed\b)?.*\b\d+ total\b/gm, // jest
  /^\s*Tests\s+(?:(\d+) failed(?: \| )?)?(?:(\d+) passed)?(?:.*\d+ (?:skipped|todo))?.*\(\d+\)\s*$/gm, // vitest
  /^\s*(\d+) passing\b/gm, // mocha
  /^# pass (\d+)$/gm, // node --test, tap
  /^(?:=+ )?(?:(\d+) failed, )?(\d+) passed\b.* in [\d.]+s/gm, // pytest
  /^Ran (\d+) tests? in /gm, // unittest
  /^running (\d+) tests?$/gm, // cargo
  /^Tests run: (\d+), Failures: \d+/gm, // maven
  /^\s*(\d+) (?:tests?|specs?), \d+ failures?/gm, // rspec, jasmine, gradle
  /^(ok)\s+\S+\s+(?:\(cached\)|[\d.]+s)(?!.*\[no tests to run\])/gm, // go
  /^\s*(\d+) passed(?: \([\d.]+m?s\))?$/gm, // playwright
]
const nothing: readonly RegExp[] = [
  /^No tests? (?:files? )?found\b/im,
  /^\s*(?:Test Files|Tests)\s+no tests\b/m,
  /^=+ no tests ran\b/m,
  /^collected 0 items\b/m,
  /\[no tests to run\]/m,
  /\[no test files\]/m,
  /^\s*0 passing\b/m,
  /^NO TESTS RAN\b/m,
  /:test NO-SOURCE$/m,
  /^No tests (?:were executed|to run)\b/im,
  /^\s*Tests:?\s+(?:.*?\b\d+ (?:skipped|todo)\b.*)\b\d+ total\b/m,
  /^\s*Tests\s+\d+ (?:skipped|todo)\b[^\n]*\(\d+\)/m,
  /^# tests 0$/m,
  /^=+ \d+ (?:skipped|deselected)\b[^\n]* in [\d.]+s/m,
]

/** How many tests the words of a runner say that it ran; undefined when no runner that is known said anything. */
export function testsRun(output: string): number | undefined {
  // oxlint-disable-next-line no-control-regex -- the codes of terminals are control characters
  const text = output.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '').replaceAll(/^[^\n]{2000,}$/gm, '')
  let [count, isKnown] = [0, nothing.some((pattern) => pattern.test(text))]
  for (const pattern of summaries)
    for (const [, ...numbers] of text.matchAll(pattern)) {
      isKnown = true
      for (const number of numbers) count += number === 'ok' ? 1 : Number(number ?? 0)
    }
  return isKnown ? count : undefined
}
