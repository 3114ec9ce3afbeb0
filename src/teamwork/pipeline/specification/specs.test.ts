import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type WholeIdea } from '../../../contract/index.ts'
import { eventsIn } from '../../../core/store/base.suite.ts'
import { draftOf, openSpecWorld, type SpecWorld } from './world.suite.ts'

let world: SpecWorld
beforeEach(async () => {
  world = await openSpecWorld()
})
afterEach(() => world.end())

const goal = 'People want to keep a list of habits with a schema of their own, and tick them off each day.'
const events = (...types: string[]) => eventsIn(world.fake.log).filter(({ type }) => types.includes(type))
const approval = () => {
  const [ask] = world.asks().filter(({ text }) => text.includes('Shall it be built'))
  if (!ask) throw new Error('nobody is asked for approval')
  return ask
}
const migration = (path: string, more: object = {}) =>
  draftOf({
    tasks: draftOf().tasks.map((task, place) =>
      place === 0 ? { ...task, files: [{ path, action: 'CREATE' as const }], ...more } : task,
    ),
  })

test('[SPC1] [SPC8] a goal becomes a spec, which waits for a yes with the words of what is to be built', async () => {
  const { key } = await world.create(goal)
  expect(key).toBe('shop-s1')
  await world.drafts(draftOf())
  const spec = await world.comes(key, 'proposed')
  expect(spec).toMatchObject({
    title: 'Habits',
    revision: 1,
    tasks: 4,
    errors: 0,
    lane: 'quick',
    build: null,
  })
  expect(approval().text).toBe('Habits: 4 tasks to build it. Shall it be built?')
  expect(approval()).toMatchObject({ type: 'blocking', default: null, expiresAt: null })
  expect(approval().tags).toContain('approval')
  expect(world.specs.get(key).waves).toEqual([['T001'], ['T002', 'T003'], ['T004']])
  expect(world.builds.started).toEqual([])
})

test('[SPC1] [STG11] a spec whose model could not be asked yet says why', async () => {
  const { key } = await world.create(goal)
  await world.until(() => world.model.asked.length === 1)
  expect(world.specs.get(key).why).toBe('It is being written.')
  Object.assign(world.model.asked[0]!, { why: 'There is no connection to iris-pipe.' })
  expect(world.specs.get(key)).toMatchObject({
    state: 'drafting',
    why: 'The model could not be asked yet. There is no connection to iris-pipe.',
  })
})

test('[SPC9] approving makes its tasks tasks of the project, with their edges and checks, and starts one build', async () => {
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  await world.answer(approval(), { choose: 'Approve and build' })
  await world.until(() => world.specs.get(key).build !== null)
  expect(world.specs.get(key)).toMatchObject({ state: 'approved', approvedBy: 'user', build: 'shop-b1' })
  const { tasks } = await world.services.tasks.list({ team: 'shop', limit: 100 })
  expect(tasks.map(({ title, status }) => [title, status])).toEqual([
    ['Make src/list.mjs', 'ready'],
    ['Make src/ticks.mjs', 'pending'],
    ['Make src/names.mjs', 'pending'],
    ['Make src/main.mjs', 'pending'],
  ])
  expect(tasks[3]?.edges.map(({ name }) => name).toSorted()).toEqual(['shop-2', 'shop-3'])
  expect(tasks[0]?.text).toContain('- FR-1: A habit has a name.')
  expect(tasks[0]?.check).toMatchObject({ command: 'node --test src/list.mjs' })
  expect(world.builds.started.map((one) => one.tasks)).toEqual([['shop-1', 'shop-2', 'shop-3', 'shop-4']])
})

test('[SPC10] a kill around the start of the build starts it once', async () => {
  for (const step of ['before', 'after'] as const) {
    const { key } = await world.create(`${goal} ${step}`)
    await world.drafts(draftOf(), world.model.asked.length + 1)
    await world.comes(key, 'proposed')
    let killed: Promise<void> | undefined
    world.builds.at = (at) => {
      if (at !== step || killed) return Promise.resolve()
      killed = world.restart()
      // What was killed goes on with nothing.
      return new Promise(() => undefined)
    }
    const count = world.builds.started.length
    await world.answer(approval(), { choose: 'Approve and build' })
    await world.until(() => killed !== undefined)
    await killed
    await world.until(() => world.specs.get(key).build !== null)
    expect(world.builds.started.length - count).toBe(1)
  }
})

test('[SPC10] a daemon that is killed between any two steps comes to the same end', async () => {
  const question = {
    event: 'requirement_ambiguous' as const,
    requirement: 'Ticks are kept.',
    term: 'kept',
    meanings: ['for a year', 'for good'],
  }
  const { key } = await world.create(goal, { lane: 'full' })
  const state = (wanted: string) => () => world.specs.get(key).state === wanted
  const steps: [deed: () => unknown, isDone: () => boolean][] = [
    [() => undefined, () => world.model.asked.length === 1],
    [() => world.drafts({ title: 'No spec' }), () => world.model.asked.length === 2],
    [() => world.drafts(draftOf({ questions: [question] }), 2), state('asked')],
    [() => answerTo('What is meant by', 'for good'), () => world.model.asked.length === 3],
    [() => world.drafts(draftOf({ questions: [question] }), 3), state('proposed')],
    [() => world.until(() => approvals().length === 1), state('proposed')],
    [() => answerTo('Shall it be built', 'Approve and build'), () => world.specs.get(key).build !== null],
  ]
  const asked = (words: string) => world.asks().filter(({ text }) => text.includes(words))
  const approvals = () => asked('Shall it be built')
  const answerTo = async (words: string, choose: string) => {
    const [ask] = asked(words)
    if (ask) await world.answer(ask, { choose })
  }
  for (const [deed, isDone] of steps) {
    await world.restart()
    await deed()
    await world.restart()
    await world.until(isDone)
  }
  await world.restart()
  expect(world.specs.get(key)).toMatchObject({ state: 'approved', revision: 2, build: 'shop-b1' })
  expect([world.model.asked.length, world.builds.started.length]).toEqual([3, 1])
  expect(events('spec.asked').map(({ data }) => (data as { event: string }).event)).toEqual([
    'requirement_ambiguous',
    'before_finalize_spec',
    'spec_complete',
  ])
  expect(events('spec.approved')).toHaveLength(1)
  expect(world.services.tasks.ofFile('shop', world.specs.get(key).source)).toHaveLength(4)
})

test('[SPC5] [SPC6] a draft with faults is asked for once more with all of them, then a person sees it', async () => {
  const { key } = await world.create(goal)
  const [first, ...rest] = draftOf().tasks
  if (!first) throw new Error('no task')
  const faulty = draftOf({
    requirements: [...draftOf().requirements, { id: 'FR-3', text: 'Nobody does this.' }],
    tasks: [{ ...first, waitsFor: ['T004', 'T009'], requirements: ['FR-9'] }, ...rest],
  })
  await world.drafts(faulty)
  await world.until(() => world.model.asked.length === 2)
  const { prompt } = world.model.asked[1] ?? { prompt: '' }
  for (const code of ['UNKNOWN_DEPENDENCY', 'CYCLE', 'REQUIREMENT_WITHOUT_TASK', 'UNKNOWN_REQUIREMENT'])
    expect(prompt).toContain(code)
  await world.drafts({ title: 'Habits' }, 2)
  const stuck = await world.comes(key, 'stuck')
  expect(stuck.why).toContain('tasks')
  await world.until(() => world.asks().length === 1)
  expect(world.asks()[0]).toMatchObject({ text: 'shop-s1 cannot be written without you.' })
  await world.answer(world.asks()[0] ?? approval(), { choose: 'Try again' })
  await world.drafts(draftOf(), 3)
  await world.comes(key, 'proposed')
  expect(events('spec.refused')).toHaveLength(2)
})

test('[SPC6] a model that gave no answer is not asked again by itself', async () => {
  const { key } = await world.create(goal)
  await world.endStage({ how: 'lost', why: 'Its process was gone.' })
  expect((await world.comes(key, 'stuck')).why).toBe('Its process was gone.')
  expect(world.model.asked).toHaveLength(1)
})

test('[SPC3] numbers of migrations are given once in a project, above those that are there', async () => {
  world.write({ 'db/migrations/0041_users.sql': '', 'db/migrations/readme.md': '' })
  const draft = migration('db/migrations/{migration}_habits.sql', {
    check: { command: 'sqlite3 :memory: < db/migrations/{migration}_habits.sql', expected: { exit: 0 } },
  })
  const [one, other] = [await world.create(goal), await world.create(`${goal} Once more.`)]
  await world.until(() => world.model.asked.length === 2)
  await Promise.all([world.drafts(draft, 1), world.drafts(draft, 2)])
  await world.comes(one.key, 'proposed')
  await world.comes(other.key, 'proposed')
  const paths = [one, other].map(({ key }) => world.specs.get(key).content?.tasks[0]?.files[0]?.path ?? '')
  expect(paths.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'db/migrations/0042_habits.sql',
    'db/migrations/0043_habits.sql',
  ])
  const { content } = world.specs.get(one.key)
  expect(content?.tasks[0]?.check).toMatchObject({ command: `sqlite3 :memory: < ${paths[0]}` })
  await world.specs.revise(
    { spec: one.key, comments: [{ file: 'spec.md', line: null, text: 'Shorter.' }] },
    'user',
  )
  await world.drafts(draft, 3)
  await world.until(() => world.specs.get(one.key).revision === 2)
  expect(world.specs.get(one.key).content?.tasks[0]?.files[0]?.path).toBe(paths[0])
})

test('[SPC3] a number that another spec has is a fault', async () => {
  const one = await world.create(goal)
  await world.drafts(migration('db/{migration}_a.sql'))
  await world.comes(one.key, 'proposed')
  await world.create(`${goal} Once more.`)
  await world.drafts(migration('db/001_b.sql'), 2)
  await world.until(() => world.model.asked.length === 3)
  expect(world.model.asked[2]?.prompt).toContain('MIGRATION_TAKEN')
})

test('[SPC7] comments on lines go into the next revision, with the lines they are about', async () => {
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  const { text = '' } = world.specs.get(key).files[0] ?? {}
  const line = text.split('\n').indexOf('- Reminders') + 1
  const before = approval()
  await world.answer(before, { text: `${line}: They are wanted.\nElse it is good.` })
  await world.until(() => world.model.asked.length === 2)
  const { prompt } = world.model.asked[1] ?? { prompt: '' }
  expect(prompt).toContain(`about line ${line} of spec.md:\n| - Reminders\nThe answer:\nThey are wanted.`)
  expect(prompt).toContain('Else it is good.')
  await world.drafts(draftOf({ outOfScope: [] }), 2)
  await world.until(() => world.specs.get(key).revision === 2)
  expect(world.specs.get(key).comments).toEqual([])
  await world.until(() => world.asks().length === 1)
  expect(approval().ask).not.toBe(before.ask)
})

test('[SPC11] what the model cannot decide is asked first, once, and its answer is heeded', async () => {
  const { key } = await world.create(goal, { lane: 'full' })
  const way = (name: string) => ({ name, pros: 'fast', cons: 'new', effort: 'a day' })
  const questions = [
    {
      event: 'requirement_ambiguous' as const,
      requirement: 'The list opens fast.',
      term: 'fast',
      meanings: ['in 100 ms', 'in a second'],
    },
    { event: 'multiple_architectures' as const, feature: 'the list', a: way('SQLite'), b: way('a file') },
  ]
  await world.drafts(draftOf({ questions, dependencies: ['SQLite 3.40'] }))
  await world.comes(key, 'asked')
  const asked = (words: string) => {
    const ask = world.asks().find(({ text }) => text.includes(words))
    if (!ask) throw new Error(`nobody asks ${words}`)
    return ask
  }
  const shown = (words: string) => [
    asked(words).type,
    ...(asked(words).questions[0]?.options.map(({ label }) => label) ?? []),
  ]
  expect(shown('What is meant by “fast”')).toEqual(['blocking', 'in 100 ms', 'in a second'])
  expect(shown('two good ways')).toEqual(['blocking', 'A', 'B'])
  expect(shown('Is this what')).toEqual([
    'confirming',
    'Yes, that is the scope',
    'Something is missing',
    'Something is too much',
  ])
  expect(shown('not in this repository')).toEqual([
    'educational',
    'Yes, I looked',
    'Check them first',
    'Do without them',
  ])
  expect(asked('two good ways').context).toContain(
    'A is SQLite. For it: fast. Against it: new. Effort: a day.',
  )
  const [term, way2] = [asked('What is meant'), asked('two good ways')]
  await world.answer(term, { choose: 'in 100 ms' })
  await world.answer(way2, { choose: 'B' })
  await world.until(() => world.model.asked.length === 2)
  expect(world.model.asked[1]?.prompt).toContain('in 100 ms')
  await world.drafts(draftOf({ questions, dependencies: ['SQLite 3.40'] }), 2)
  await world.comes(key, 'proposed')
  const { rulings } = world.services.rulings.list({ rule: 'triggers', about: key, limit: 50 })
  expect(rulings).toHaveLength(5)
  expect(rulings.every(({ ruling }) => world.services.rulings.replay(ruling).isSame)).toBe(true)
  expect(events('spec.asked').map(({ data }) => (data as { event: string }).event)).toEqual([
    'requirement_ambiguous',
    'multiple_architectures',
    'before_finalize_spec',
    'external_dependencies',
    'spec_complete',
  ])
})

test('[SPC12] small work is the goal itself: no model, no document, one approval', async () => {
  const { key } = await world.create('Rename the button to Save.', { check: 'npm test' })
  const spec = await world.comes(key, 'proposed')
  expect(spec).toMatchObject({ lane: 'direct', tasks: 1, revision: 1 })
  expect(world.specs.get(key).files.map(({ name }) => name)).toEqual(['tasks.md'])
  expect(world.asks()).toHaveLength(1)
  await world.specs.approve({ spec: key, build: true }, 'user')
  expect(world.specs.get(key).build).toBe('shop-b1')
  expect(world.services.tasks.get('shop-1')).toMatchObject({ text: '', check: { command: 'npm test' } })
  expect(world.model.asked).toEqual([])
  const other = await world.create('Rename the button to Save.')
  await world.comes(other.key, 'proposed')
  await world.answer(approval(), { text: 'And the menu, with a test.' })
  await world.drafts(draftOf())
  expect(await world.comes(other.key, 'proposed')).toMatchObject({ lane: 'quick', revision: 2 })
})

test('[SPC14] a build at rest is resumed, and what failed is tried again in another one', async () => {
  const { key } = await world.create('Rename the button to Save.')
  await world.comes(key, 'proposed')
  await world.specs.approve({ spec: key, build: true }, 'user')
  const [first] = world.builds.started
  if (!first) throw new Error('nothing was built')
  await expect(world.specs.build(key, 'user')).rejects.toMatchObject({ code: 'SPEC_STATE_REFUSED' })
  Object.assign(first.build, { state: 'paused' })
  await world.specs.build(key, 'user')
  expect(first.build.state).toBe('working')
  Object.assign(first.build, { state: 'failed', endedAt: 1 })
  world.services.tasks.become({ name: 'shop-1', by: 'user' }, { to: 'failed' })
  expect((await world.specs.build(key, 'user')).build).toBe('shop-b2')
  expect(world.services.tasks.get('shop-1').status).toBe('ready')
})

test('[SPC2] the prompt has what the project says of itself, its files and its lessons', async () => {
  world.write({
    'CLAUDE.md': '# Shop\n\nSmall.\n\n## Database conventions\n\nSnake case.',
    'README.md': 'Sells.',
    'src/old.mjs': '',
  })
  const git = (...args: string[]) => execFileSync('git', ['-C', world.shop, ...args], { stdio: 'pipe' })
  git('add', '-A')
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-qm', 'one')
  world.services.lessons.record({
    kind: 'gotcha',
    project: 'shop',
    text: 'Ticks need a day, not a time.',
    glob: 'src/ticks.mjs',
    isConfirmed: true,
    by: { kind: 'human', name: 'user' },
  })
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  const { prompt = '' } = world.model.asked[0] ?? {}
  expect(prompt.indexOf('Snake case.')).toBeLessThan(prompt.indexOf('Small.'))
  expect(prompt).toContain('Sells.')
  expect(prompt).toContain('| src/: old.mjs')
  expect(prompt).toContain(goal)
  expect(world.specs.get(key).gotchas).toEqual({ T002: ['Ticks need a day, not a time.'] })
  expect(world.specs.get(key).files[1]?.text).toContain('Ticks need a day, not a time.')
})

const ideaOf = (types: readonly string[]) =>
  // What a spec reads of an idea.
  ({
    idea: newId('idea'),
    title: 'Habits',
    artifacts: types.map((type) => ({ type, text: `All about the ${type}.`, isActive: true })),
    decisions: [{ text: 'Weekly ones come later.' }],
    risks: [],
  }) as unknown as WholeIdea

test('[SPC17] a spec of an idea needs its brief, and heeds all that was written down of it', async () => {
  world.ideas.set('vague', ideaOf(['problem']))
  const known = ideaOf(['problem', 'market', 'brief'])
  world.ideas.set('habits', known).set(known.idea, known)
  const of = (idea: string) => world.specs.create({ team: 'shop', idea, scope: 'mvp' }, 'user')
  await expect(of('vague')).rejects.toMatchObject({ code: 'SPEC_INVALID' })
  await expect(world.specs.create({ team: 'shop', scope: 'mvp' }, 'user')).rejects.toMatchObject({
    code: 'SPEC_INVALID',
  })
  expect(await of('habits')).toMatchObject({ goal: 'Habits', lane: 'quick' })
  await world.until(() => world.model.asked.length === 1)
  const { prompt = '' } = world.model.asked[0] ?? {}
  const parts = ['| All about the brief.', '| All about the problem.', '| Weekly ones come later.']
  expect(parts.filter((part) => !prompt.includes(part))).toEqual([])
})

test('[SPC17] a finished idea becomes a spec by itself only when the config says for which team, and once', async () => {
  const idea = ideaOf(['brief'])
  const other = ideaOf(['brief'])
  world.ideas.set(idea.idea, idea).set(other.idea, other)
  const complete = (one: WholeIdea) =>
    world.fake.log.write((append) =>
      append({ type: 'idea.completed', data: { idea: one.idea, slug: 'habits', title: one.title } }),
    )
  world.config.autoSpec = 'shop'
  complete(other)
  complete(other)
  await world.until(() => world.model.asked.length === 1)
  world.config.autoSpec = 'false'
  complete(idea)
  await world.restart()
  const { specs } = world.specs.list({ state: 'all', limit: 50 })
  expect(specs.flatMap((spec) => spec.idea ?? [])).toEqual([other.idea])
})

test('[SPC15] a dropped spec asks nothing more and is built no more', async () => {
  const { key } = await world.create(goal)
  await world.drafts(draftOf())
  await world.comes(key, 'proposed')
  await world.specs.drop(key, 'user')
  expect(world.asks()).toEqual([])
  await expect(world.specs.approve({ spec: key, build: true }, 'user')).rejects.toMatchObject({
    code: 'SPEC_STATE_REFUSED',
  })
  await expect(world.specs.approve({ spec: 'shop-s9', build: true }, 'user')).rejects.toMatchObject({
    code: 'SPEC_UNKNOWN',
  })
})
