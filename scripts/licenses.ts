import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  name: string
  version: string
  license: string
  author?: string | { name: string }
}

/** Code of others that lies in dist, with what its authors ask for. */
interface Package extends Manifest {
  text: string
}

/** The licences of every package that these files come from, as one text. */
export function licensesOf(files: Iterable<string>): string {
  const folders = new Set([...files].flatMap((file) => folderOf(file) ?? []))
  const packages = new Map(
    [...folders].map(readPackage).map((found) => [`${found.name}@${found.version}`, found]),
  )
  const sections = [...packages.values()]
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`)
  return ['Iris contains code of these packages.\n', ...sections].join(`\n${'-'.repeat(72)}\n\n`)
}

/** The folder of the package that a file belongs to; undefined for our own. */
function folderOf(file: string): string | undefined {
  return /^\0?(.*node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(file)?.[1]
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { ...manifest, text: texts.length > 0 ? texts.join('\n\n') : usualText(manifest) }
}

/** A few packages name the licence and leave its text out; ours is the same but for the holder. */
function usualText({ name, license, author }: Manifest): string {
  const holder = typeof author === 'string' ? author : author?.name
  if (license !== 'MIT' || !holder)
    throw new Error(`${name} lies in dist, and its licence is not to be found`)
  return readFileSync('LICENSE', 'utf8')
    .replace(/^Copyright .*$/m, `Copyright (c) ${holder}`)
    .trim()
}
