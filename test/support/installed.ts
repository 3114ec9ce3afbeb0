import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Ran } from './iris.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** Iris as somebody has it who installed the package, far from this checkout. */
export interface InstalledIris {
  /** Everything of it, and room for more. */
  folder: string
  /** Where npm put the package. */
  package: string
  /** The packages that npm put beside it. */
  packages: string[]
  /** Runs the installed `iris` to its end. */
  iris(home: string, ...args: string[]): Promise<Ran>
  end(): void
}

/** Packs a clean checkout and installs what came of it into an empty prefix, without a network. */
export async function installIris(): Promise<InstalledIris> {
  const folder = mkdtempSync(join(tmpdir(), 'iris-installed-'))
  const checkout = join(folder, 'checkout')
  const prefix = join(folder, 'prefix')
  await copyCheckout(checkout)
  await npm(checkout, 'pack', '--pack-destination', folder)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'nothing was packed'
  // From no registry and an empty cache: only what is optional may be missing.
  const nowhere = ['--offline', '--cache', join(folder, 'cache')]
  await npm(folder, 'install', '--global', '--prefix', prefix, ...nowhere, join(folder, tarball))
  const modules = join(prefix, 'lib', 'node_modules')
  const packages = readdirSync(modules).filter((name) => !name.startsWith('.'))
  // The optional ones are large, and one is compiled: those of the checkout serve.
  for (const name of ['better-sqlite3', '@anthropic-ai'])
    link(join('node_modules', name), join(modules, name))
  return {
    folder,
    package: join(modules, 'iris'),
    packages,
    iris: (home, ...args) => ranOf(join(prefix, 'bin', 'iris'), args, { IRIS_HOME: home, HOME: home }),
    end: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Links something of the checkout. */
export function link(path: string, to: string): void {
  if (existsSync(join(root, path))) symlinkSync(join(root, path), to)
}

/** What git would give to somebody else, with what is not committed yet. */
async function copyCheckout(to: string): Promise<void> {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', listing, { cwd: root, maxBuffer: 1e8 })
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file))
  }
  link('node_modules', join(to, 'node_modules'))
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  // What npm told this process about its own package would be taken for settings.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  await run('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], { cwd, env })
}

async function ranOf(command: string, args: string[], variables: Record<string, string>): Promise<Ran> {
  try {
    const { stdout, stderr } = await run(command, args, { env: { ...process.env, ...variables } })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as Ran
    return { code, stdout, stderr }
  }
}
