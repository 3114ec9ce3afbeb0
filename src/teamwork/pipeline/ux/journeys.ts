import { z } from 'zod'
import { IrisError } from '../../../contract/index.ts'
import { describeMistake, readYaml } from '../../../platform/config/index.ts'
import type { Projects } from '../../../platform/projects/index.ts'

/** Where a project declares its journeys. */
const uxFile = '.iris/ux.yaml'

const Words = z.string().trim().min(1).max(500)
const within = { within: z.number().positive().max(60).default(5) }
const Step = z.union([
  z.strictObject({ open: Words, ...within }),
  z.strictObject({ click: Words, ...within }),
  z.strictObject({ fill: Words, with: z.string().max(2000), ...within }),
  z.strictObject({ press: Words.max(40), ...within }),
  z.strictObject({ expect: Words, ...within }),
])
export type Step = z.output<typeof Step>

const Persona = z.strictObject({
  name: Words.max(100),
  width: z.int().min(200).max(4000).default(1280),
  height: z.int().min(200).max(4000).default(800),
  touch: z.boolean().default(false),
  keyboardOnly: z.boolean().default(false),
})
export type Persona = z.output<typeof Persona>

const UxFile = z.strictObject({
  url: z.url().max(500),
  personas: z.array(Persona).max(10).default([]),
  journeys: z
    .array(
      z.strictObject({
        name: Words.max(100),
        expected: z.number().positive().max(600),
        steps: z.array(Step).min(1).max(50),
      }),
    )
    .min(1)
    .max(20),
})
export type UxFile = z.output<typeof UxFile>

const plain = { width: 1280, height: 800, touch: false, keyboardOnly: false }

/** The personas that Iris brings. */
const personas: readonly Persona[] = [
  { ...plain, name: 'First-time user' },
  { ...plain, name: 'Power user', width: 1920, height: 1080 },
  { ...plain, name: 'Accessibility user', keyboardOnly: true },
  { ...plain, name: 'Mobile user', width: 390, height: 844, touch: true },
]

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The journeys that a project declares; what is wrong with them is UX_NOT_POSSIBLE with its lines. */
export async function readJourneys(
  projects: Pick<Projects, 'read'>,
  folder: string,
  hosts: readonly string[],
): Promise<UxFile> {
  const read = readYaml(await textOf(projects, folder), UxFile)
  if ('mistakes' in read)
    throw notPossible([`${uxFile} has mistakes.`, ...read.mistakes.map(describeMistake)].join('\n'))
  const { protocol, hostname } = new URL(read.value.url)
  if (!/^https?:$/.test(protocol) || !(loopback.has(hostname) || hosts.includes(hostname)))
    throw notPossible(`${hostname} is not this machine. Allow it under pipeline.ux.hosts of config.yaml.`)
  return read.value
}

async function textOf(projects: Pick<Projects, 'read'>, folder: string): Promise<string> {
  try {
    return await projects.read(folder, uxFile)
  } catch (error) {
    if (!(error instanceof IrisError) || error.code !== 'PROJECT_FILE_REFUSED') throw error
    throw new IrisError('UX_NOT_POSSIBLE', `The journeys cannot be read: ${error.message}`, { cause: error })
  }
}

/** The persona of a name, of the file or of Iris; all of the file, or the first of Iris, when nobody named one. */
export function personasOf({ personas: own }: UxFile, name: string | null): Persona[] {
  if (name === null) return own.length > 0 ? own : personas.slice(0, 1)
  const found = [...own, ...personas].find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!found) throw notPossible(`There is no persona ${name}.`)
  return [found]
}

const notPossible = (words: string): IrisError => new IrisError('UX_NOT_POSSIBLE', words)
