/** Tokens that say what they are, as their makers write them. */
const tokens = new RegExp(
  [
    String.raw`gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{15,}`,
    String.raw`xox[abeprs]-[\w-]{10,}|xapp-[\w-]{10,}`,
    String.raw`[rs]k_(?:live|test)_\w{10,}|whsec_\w{10,}|sk-[\w-]{20,}`,
    String.raw`A(?:KIA|SIA)[0-9A-Z]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}`,
    String.raw`npm_\w{30,}|pypi-\w{20,}|dckr_pat_[\w-]{15,}|dop_v1_\w{20,}|hf_\w{20,}|hv[bs]\.[\w-]{20,}`,
    String.raw`SG\.[\w-]{15,}\.[\w-]{15,}|shp(?:at|ca|pa|ss)_\w{20,}|lin_api_\w{20,}|ATATT\w{20,}|sntry[su]_\w{20,}`,
    String.raw`tskey-[\w-]{15,}|AGE-SECRET-KEY-\w{20,}|eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]*`,
  ]
    .map((shape) => `(?:${shape})`)
    .join('|'),
)
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY/
const address = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#@:]{0,200}:[^\s/?#@]{1,1000}@/i
const assignment =
  /(?:^|[;&?,\s])(?:password|passwd|pwd|accountkey|sharedaccesskey|sig|client_secret|access_token)\s*=\s*[^;&\s]+/i
const header = /\bauthorization:\s*\w+\s+\S+/i

const maxLookedAt = 16_384

/** Whether a value is a secret whatever its name says: an address with a password, a private key, a known token. */
export function looksSecret(value: string): boolean {
  const start = value.slice(0, maxLookedAt)
  return [tokens, privateKey, address, assignment, header].some((shape) => shape.test(start))
}

/** Whether a value cannot be a secret itself: nothing, or where a file or a service is. */
export function isPlace(value: string): boolean {
  if (/^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:\\)[\w./\\@ +-]*$/.test(value)) return true
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s@]+$/i.test(value) && !looksSecret(value)
}

const leastEntropy = 3.5
const leastLength = 20

/** Whether a value is long and random, as keys are. */
export function isRandom(value: string): boolean {
  if (value.length < leastLength || /\s/.test(value) || isPlace(value)) return false
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / value.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0) >= leastEntropy
}
