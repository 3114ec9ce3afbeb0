import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { homeFiles } from '../../src/contract/index.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let project: string
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'iris-project-')))
})
afterEach(async () => {
  await world.end()
  for (const end of ['', '.db', '.db-wal', '.db-shm'])
    rmSync(`${project}${end}`, { recursive: true, force: true })
})

/** The model calls the tool that it is told, and says what came of it. */
const lines = `
  - when: { says: "/^read (.+)$/" }
    reply: [{ tool: { name: Read, input: { file_path: "\${says.1}" } } }]
  - when: { says: "/^write (.+)$/" }
    reply: [{ tool: { name: Write, input: { file_path: "\${says.1}", content: "teams: {}" } } }]
  - when: { says: "/^edit (.+)$/" }
    reply: [{ tool: { name: Edit, input: { file_path: "\${says.1}", old_string: teams, new_string: x } } }]
  - when: { says: "/^glob (.+)$/" }
    reply: [{ tool: { name: Glob, input: { pattern: "**/*", path: "\${says.1}" } } }]
  - when: { says: "/^grep (.+)$/" }
    reply: [{ tool: { name: Grep, input: { pattern: iris_, path: "\${says.1}", output_mode: content } } }]
  - when: { toolResult: "/.+/s" }
    reply: "Result: \${toolResult}"
`

test('[TRA27] the genuine CLI keeps an agent that may do everything from the home of Iris', async () => {
  const database = join(project, '..', `${basename(project)}.db`)
  world = await openTeams({
    lines,
    // A home of any name; a database of its own place.
    homeName: 'iris (odd) [name] {x}-',
    sections: { database: { path: database } },
    teams: { alpha: { path: project, grantPermission: 'yes' } },
  })
  const { home } = world
  const token = readFileSync(homeFiles(home).token, 'utf8').trim()
  const config = readFileSync(join(home, 'config.yaml'), 'utf8')
  symlinkSync(homeFiles(home).token, join(project, 'link'))
  symlinkSync(home, join(project, 'folder'))
  writeFileSync(join(project, 'own.txt'), 'teams of my own')
  const results: string[] = []
  const call = async (words: string) => {
    const { text } = await world.ask(words)
    results.push(text)
    return text
  }
  // Its own folder is as open as ever.
  expect(await call(`read ${project}/own.txt`)).toContain('teams of my own')
  expect(await call(`edit ${project}/own.txt`)).toContain('has been updated')
  const inHome = [
    join(home, 'token'),
    join(home, 'config.yaml'),
    join(project, '..', basename(home), 'token'),
  ]
  const elsewhere = [database, `${database}-wal`]
  const linked = [join(project, 'link'), join(project, 'folder', 'token')]
  for (const path of [...inHome, ...linked, ...elsewhere]) {
    expect(await call(`read ${path}`)).toMatch(/denied/)
    for (const tool of ['write', 'edit'])
      expect(await call(`${tool} ${path}`)).toMatch(/denied|deny rule|not been read/)
  }
  const added = [
    join(home, 'prompts', 'chat.hbs'),
    join(home, 'new.txt'),
    join(project, 'folder', 'linked.txt'),
  ]
  for (const path of added) expect(await call(`write ${path}`)).toMatch(/denied|deny rule/)
  await call(`glob ${home}`)
  await call(`grep ${home}`)
  expect(results.join('\n')).not.toContain(token)
  expect(readFileSync(join(home, 'config.yaml'), 'utf8')).toBe(config)
  expect(readFileSync(homeFiles(home).token, 'utf8').trim()).toBe(token)
  expect(added.filter((path) => existsSync(path))).toEqual([])
})

test('[TRA27] a team whose folder is inside the home works there, and is kept from what Iris has', async () => {
  world = await openTeams({ lines, teams: { alpha: { grantPermission: 'yes' } } })
  const { home } = world
  const token = readFileSync(homeFiles(home).token, 'utf8').trim()
  expect((await world.ask(`write ${home}/projects/alpha/a.txt`)).text).toContain('created')
  for (const path of ['token', 'config.yaml', 'iris.db', 'logs/irisd.log'])
    expect((await world.ask(`read ${home}/${path}`)).text).toMatch(/denied/)
  expect(JSON.stringify(world.modelCalls)).not.toContain(token)
})
