// npm leaves optional packages of other platforms out of the lock file when the registry in use does not carry them,
// and `npm ci` then refuses the file. This adds the missing entries; run it after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (parent === lock.packages[''] || lock.packages[place]) continue
    lock.packages[place] = {
      version,
      ...platformOf(name),
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
    }
  }
}

const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages: sorted }, undefined, 2)}\n`)

/** Platform packages say in their name what they are for: `@oxlint/binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const os = words.find((word) => systems.includes(word))
  const cpu = os && words[words.indexOf(os) + 1]
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') && os === 'linux' ? 'glibc' : undefined
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc ? { libc: [libc] } : {}),
    ...(words.includes('wasm32') ? { cpu: ['wasm32'] } : {}),
  }
}
