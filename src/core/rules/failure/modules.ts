import { invalid, type Finding } from './finding.ts'

/** A module that was not found: a package is missing, a file of the project itself is a mistake in the code. */
export function missingModule(specifier: string): Finding {
  const name = packageOf(specifier)
  if (name === undefined) return invalid(`The file ${specifier} does not exist.`)
  return { class: 'MISSING_DEPENDENCY', why: `The package ${name} is not installed.`, package: name }
}

/** A package that no source has. */
export function nowhere(name: string): Finding {
  return { class: 'MISSING_DEPENDENCY', why: `No source has ${name}.`, package: name, isNowhere: true }
}

/** The package of a specifier as `import` takes it; undefined for paths, URLs, aliases and what Node has itself. */
function packageOf(specifier: string): string | undefined {
  if (/^[./~#\\]|^@\/|^[A-Za-z]:[\\/]|^(?:node|file|data|https?|virtual):|^\0/.test(specifier))
    return undefined
  const [first = '', second] = specifier.split(/[/?]/)
  if (first === '') return undefined
  if (!first.startsWith('@')) return first
  return second === undefined ? undefined : `${first}/${second}`
}
