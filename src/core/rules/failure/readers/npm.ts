import { form, type Finding, type Reader } from '../finding.ts'
import { missingPackage, nowhere } from '../modules.ts'
import { readCode } from '../system-codes.ts'

/** npm, npx, pnpm and yarn. What their scripts print is read by the readers of those tools. */
export const npm: Reader = {
  names: ['npm', 'npx', 'pnpm', 'pnpx', 'yarn'],
  forms: [
    {
      find: /^npm (?:error|ERR!) code (\w+)((?:\n.*){0,12})/gm,
      says: ([, code = '', rest = '']) => readNpm(code, rest),
    },
    {
      find: /^[^\S\n]?(?:\[?ERROR\]? )?(ERR_PNPM_\w+)[^\S\n]+(.*)/gm,
      says: ([, code = '', message = '']) => readPnpm(code, message),
    },
    {
      find: /^error (?:Couldn't find (?:package|any versions for) "(.+?)"|.*: Couldn't find package "(.+?)")/gm,
      says: ([, one, other]) => nowhere(one ?? other),
    },
    {
      find: /^error .*\b(?:getaddrinfo|connect) (E[A-Z_]+)/gm,
      says: ([, code = '']) => readCode(code),
    },
    {
      find: /^npm (?:error|ERR!) missing: ((?:@[^/\s]+\/)?[^@\s]+)@/gm,
      says: ([, name = '']) => missingPackage(name),
    },
    form(/^npm (?:error|ERR!) No workspaces found:.*/gm, 'ENVIRONMENT', 'There is no such workspace.'),
    form(/^Error: no test specified$/gm, 'VALIDATION_FAILED', 'There was no test to run.'),
    form(/^(?:npm (?:error|ERR!) )?Missing script: .*/gm, 'ENVIRONMENT', 'There is no such script.'),
    form(/^error Command ".*" not found\./gm, 'ENVIRONMENT', 'There is no such script.'),
    form(
      /^npm (?:error|ERR!) (?:could not determine executable|npx canceled)/gm,
      'ENVIRONMENT',
      'The program is not installed.',
    ),
    form(/^ +This is not the tsc command/gm, 'ENVIRONMENT', 'TypeScript is not installed.'),
    form(/^npm (?:error|ERR!) gyp ERR! /gm, 'ENVIRONMENT', 'A native package could not be built.'),
  ],
}

function readNpm(code: string, rest: string): Finding | undefined {
  if (code === 'EJSONPARSE') return { class: 'SYNTAX_ERROR', why: 'package.json does not parse.' }
  if (code === 'E404' || code === 'ETARGET') {
    const wanted =
      /'((?:@[^/'@]+\/)?[^'@/]+)@[^']*' (?:is not in this registry|could not be found)/.exec(rest)?.[1] ??
      /No matching version found for ((?:@[^/@\s]+\/)?[^@\s]+)@/.exec(rest)?.[1] ??
      /404 Not Found - GET https?:\/\/[^/\s]+\/(?:\S*\/)?((?:@[^/\s]+(?:\/|%2[Ff]))?[^/\s]+)/.exec(rest)?.[1]
    return nowhere(wanted?.replace(/%2f/i, '/'))
  }
  if (code === 'ENOENT' && /package\.json|syscall spawn/.test(rest))
    return { class: 'ENVIRONMENT', why: 'npm does not find what it needs (ENOENT).' }
  return readCode(code)
}

function readPnpm(code: string, message: string): Finding | undefined {
  const wanted = (pattern: RegExp): Finding => nowhere(pattern.exec(message)?.[1])
  if (code === 'ERR_PNPM_FETCH_404') return wanted(/\/((?:@[^/]+(?:\/|%2[Ff]))?[^/\s:]+): (?:Not Found|404)/)
  if (code.startsWith('ERR_PNPM_NO_MATCHING_VERSION')) return wanted(/found for ((?:@[^/@\s]+\/)?[^@\s]+)/)
  if (/^ERR_PNPM_(?:JSON_PARSE|BAD_PACKAGE_JSON)$/.test(code))
    return { class: 'SYNTAX_ERROR', why: 'package.json does not parse.' }
  if (/ELIFECYCLE|RECURSIVE/.test(code)) return undefined
  const system = /\b(?:getaddrinfo|connect|reason:) (E[A-Z_]+)/.exec(message)?.[1]
  return readCode(system ?? code) ?? { class: 'ENVIRONMENT', why: `${code}: ${message}`.slice(0, 160) }
}
