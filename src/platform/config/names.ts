/** What a team may be called; lower case, so a name is also a safe folder, branch and channel name. */
export const teamNamePattern = /^(?!.*\.\.)(?!(?:user|iris)$)[a-z0-9][a-z0-9._-]{0,63}$/

/** What `teamNamePattern` means, for people. */
export const teamNameExpected =
  'a team name: 1 to 64 of a-z, 0-9, ".", "_", "-", starting with a letter or digit, without "..", and not "user" or "iris"'

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** True for keys that could reach an object's prototype; no mapping in the file may use them. */
export function isForbiddenKey(key: string): boolean {
  return forbiddenKeys.has(key)
}

/** True when `name` may name a team. */
export function isTeamName(name: string): boolean {
  return teamNamePattern.test(name) && !isForbiddenKey(name)
}
