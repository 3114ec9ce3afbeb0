import { invalid, type Finding, type Form } from './finding.ts'

/** A module that was not found: a package is missing, a file of the project itself is a mistake in the code. */
export function missingModule(specifier: string): Finding {
  const name = packageOf(specifier)
  return name === undefined ? invalid(`The file ${specifier} does not exist.`) : missingPackage(name)
}

/** What Vite says of an import that leads nowhere, also where nothing around it says that a suite failed. */
export const unresolved: Form = {
  find: /^(?:Error: )?(?:\[[\w:-]+\] )?(?:Failed to load url|Failed to resolve import) ["']?([^\s"']+)["']? .*Does the file exist\?/gm,
  says: ([, specifier = '']) => missingModule(specifier),
}

/** A package that is not installed, by the name it would be installed by. */
export function missingPackage(name: string): Finding {
  return { class: 'MISSING_DEPENDENCY', why: `The package ${name} is not installed.`, package: name }
}

/** A package that no source has; which one, a tool does not always say. */
export function nowhere(name?: string): Finding {
  const named = name === undefined || name === '' ? {} : { package: name }
  const why = `No source has ${named.package ?? 'the package'}.`
  return { class: 'MISSING_DEPENDENCY', why, ...named, isNowhere: true }
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
