// Builds dist: the programs as bundles, because a few files load quicker than hundreds, the pages, and the types.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { build } from 'esbuild'
import { build as buildPages } from 'vite'
import { bundle } from './bundle.ts'

rmSync('dist', { recursive: true, force: true })
const tsc = ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json']
const types = once(spawn(process.execPath, tsc, { stdio: 'inherit' }), 'close')
await Promise.all([build(bundle), buildPages({ logLevel: 'warn' })])
const [code] = await types
process.exitCode = code === 0 ? 0 : 1
