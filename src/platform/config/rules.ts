import type { z } from 'zod'
import { excerpt, type Mistake } from './mistake.ts'
import { isTeamName, teamNameExpected } from './names.ts'
import { nearest } from './nearness.ts'
import { formatPath, valueAt, type Path } from './path.ts'
import { permissionMode } from './sections/text.ts'
import type { Source } from './source.ts'

/** Mistakes that no single key shows. Works on unvalidated values, so it finds them beside others. */
export function mistakesAgainstRules(source: Source): Mistake[] {
  const names = keysOf(valueAt(source.value, ['teams']))
  return [
    ...names.flatMap((name) => [
      ...checkName(name, source),
      ...checkPermissions(name, source),
      ...checkRemotePath(name, source),
      ...checkColor(name, source),
    ]),
    ...checkAnalysedTeams(names, source),
    ...checkAlertMethods(source),
    ...checkBackend(source),
  ]
}

function checkName(name: string, source: Source): Mistake[] {
  if (isTeamName(name)) return []
  const suggestion = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
  const path = ['teams', name]
  return [
    {
      ...source.places.ofKey(path),
      path: formatPath(path),
      found: `the name ${excerpt(name)}`,
      expected: teamNameExpected,
      example: `${isTeamName(suggestion) ? suggestion : 'alpha'}: { path: ~/projects/alpha }`,
    },
  ]
}

function checkPermissions(name: string, source: Source): Mistake[] {
  const path: Path = ['teams', name, 'skipPermissions']
  const mode = valueAt(source.value, ['teams', name, 'grantPermission'])
  const skips = valueAt(source.value, path)
  if (typeof skips !== 'boolean' || !isMode(mode) || (mode === 'yes') === skips) return []
  return [
    {
      ...source.places.ofValue(path),
      path: formatPath(path),
      found: `${skips} beside grantPermission: ${mode}`,
      expected: 'only one of skipPermissions and grantPermission',
      example: 'grantPermission: yes',
    },
  ]
}

function isMode(mode: unknown): mode is z.infer<typeof permissionMode> {
  return permissionMode.safeParse(mode).success
}

function checkRemotePath(name: string, source: Source): Mistake[] {
  const path: Path = ['teams', name, 'path']
  const written = valueAt(source.value, path)
  const isRemote = valueAt(source.value, ['teams', name, 'remote']) !== undefined
  if (!isRemote || typeof written !== 'string' || !written.startsWith('~/')) return []
  return [
    {
      ...source.places.ofValue(path),
      path: formatPath(path),
      found: excerpt(source.places.get(path)?.written ?? written),
      expected: 'an absolute path on the other machine; ~ is only known for this one',
      example: 'path: /home/you/projects/alpha',
    },
  ]
}

/** `color: #f00` is an empty value and a comment to YAML, surely not what was meant. */
function checkColor(name: string, source: Source): Mistake[] {
  const path: Path = ['teams', name, 'color']
  const written = source.places.get(path)?.written
  if (valueAt(source.value, path) !== undefined || !written || !/^#[0-9a-fA-F]{3,8}$/.test(written)) return []
  return [
    {
      ...source.places.ofKey(path),
      path: formatPath(path),
      found: `${written}, which YAML takes for a comment`,
      expected: 'the colour in quotes',
      example: `color: "${written}"`,
    },
  ]
}

function checkAnalysedTeams(names: readonly string[], source: Source): Mistake[] {
  const path: Path = ['agent', 'completionAnalysis', 'enabledFor']
  const listed = valueAt(source.value, path)
  if (!Array.isArray(listed)) return []
  return listed.flatMap((name: unknown, index) => {
    if (typeof name !== 'string' || name === '' || name === '*' || names.includes(name)) return []
    const near = nearest(name, names)
    const at = [...path, index]
    const mistake = {
      ...source.places.ofValue(at),
      path: formatPath(at),
      found: `${excerpt(source.places.get(at)?.written ?? name)}, which is no team in this file`,
      expected: 'the name of a team, or "*"',
      example: `- ${near ?? '"*"'}`,
    }
    return [near === undefined ? mistake : { ...mistake, hint: `did you mean ${near}?` }]
  })
}

const withSettings: Readonly<Record<string, string>> = {
  webhook: 'webhook: { url: https://hooks.example/iris }',
  ntfy: 'ntfy: { topic: iris-3f9c }',
  telegram: 'telegram: { token: "${TELEGRAM_TOKEN}", chat: "123456789" }',
  email: 'email: { host: smtp.example.org, from: iris@example.org, to: you@example.org }',
}

/** A way that is switched on must be known. */
function checkAlertMethods(source: Source): Mistake[] {
  const path: Path = ['agent', 'completionAnalysis', 'alertMethods']
  const listed = valueAt(source.value, path)
  if (!Array.isArray(listed)) return []
  return listed.flatMap((method: unknown, index) => {
    if (typeof method !== 'string') return []
    const example = Object.hasOwn(withSettings, method) ? withSettings[method] : undefined
    if (!example || valueAt(source.value, ['notifications', method]) !== undefined) return []
    const at = [...path, index]
    return [
      {
        ...source.places.ofValue(at),
        path: formatPath(at),
        found: `${method}, without notifications.${method}`,
        expected: 'its settings in this file too',
        example: `notifications: { ${example} }`,
      },
    ]
  })
}

const onThisMachine = new Set(['127.0.0.1', '::1', 'localhost'])

/** A server must be named, and no password is told to one for everybody to read. */
function checkBackend(source: Source): Mistake[] {
  const path: Path = ['channels', 'backend']
  const irc = (...key: string[]): unknown => valueAt(source.value, ['channels', 'irc', ...key])
  if (valueAt(source.value, path) === 'irc' && irc() === undefined)
    return [
      {
        ...source.places.ofValue(path),
        path: formatPath(path),
        found: 'irc, without channels.irc',
        expected: 'the server in this file too',
        example: 'irc: { host: irc.example.org }',
      },
    ]
  const at: Path = ['channels', 'irc', 'tls']
  const host = irc('host')
  const hasSecret = ['password', 'account', 'accounts', 'keys'].some((key) => irc(key) !== undefined)
  if (irc('tls') !== false || !hasSecret || typeof host !== 'string' || onThisMachine.has(host)) return []
  return [
    {
      ...source.places.ofValue(at),
      path: formatPath(at),
      found: 'false, beside a password',
      expected: 'TLS, or the password could be read on the way',
      example: 'tls: true',
    },
  ]
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
}
