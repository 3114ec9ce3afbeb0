import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { artifact, nextAsked, openIdeasWorld, talk, type IdeasWorld } from './ideas-world.suite.ts'

let world: IdeasWorld
beforeEach(async () => {
  world = await openIdeasWorld()
})
afterEach(() => world.end())

const shaped = [artifact('target-user'), artifact('problem'), artifact('solution-concept')]
const scoped = [artifact('mvp-features'), artifact('differentiator')]
const held = ['a', 'b', 'c'].map((assumption) => ({
  type: 'validation' as const,
  text: `We looked at ${assumption}`,
  assumption,
  outcome: 'held' as const,
}))
const risks = [{ text: 'Nobody pays', severity: 'high' as const }]

async function begin(text = 'A fridge that knows what is in it.'): Promise<string> {
  const { idea } = await world.ideas.create({ text, wait: false })
  await nextAsked(world)
  return idea
}
const prompt = () => world.agents.at(-1)?.sent[0]?.text ?? ''
const file = (slug: string, name: string) =>
  readFileSync(join(world.home, 'users/user/ideas', slug, name), 'utf8')

test('[IDE1] what is said is written down first, and one call gives the reply and all its signals', async () => {
  const { idea, state } = await world.ideas.create({
    text: 'A fridge that knows what is in it.',
    wait: false,
  })
  expect([state, world.starts]).toEqual(['LOADING', []])
  expect(world.events('idea.created', 'idea.said', 'stage.began')).toHaveLength(3)
  await nextAsked(world)
  await world.reply({
    reply: 'For whom?',
    artifacts: [artifact('problem')],
    risks,
    confidence: 0.4,
    complexity: 6,
  })
  expect(world.ideas.messages({ idea, after: 0, limit: 9 }).messages).toMatchObject([
    { by: 'you', text: 'A fridge that knows what is in it.', stage: expect.stringContaining('stg_') },
    { by: 'iris', text: 'For whom?', from: 'structure' },
  ])
  expect(world.ideas.get(idea)).toMatchObject({ confidence: 0.4, complexity: 6, risks, costUsd: 0.25 })
  expect(world.starts).toHaveLength(1)
})

test('[IDE2] an answer without structure is read by its words, and nothing is asked again', async () => {
  const idea = await begin()
  const said = [
    'Good. **Problem:** food is thrown away.',
    '**Problem:** Food is thrown away.',
    '- **Target users**: Families',
    '**Risk:** Cameras are dear.',
    '**Validated:** People want it.',
    'Confidence: 45 %. Complexity: 8.',
  ].join('\n')
  world.agents[0]?.print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: said }] } })
  await world.answer({ result: said })
  expect(world.ideas.get(idea)).toMatchObject({
    confidence: 0.45,
    complexity: 8,
    artifacts: [
      { type: 'problem', text: 'Food is thrown away.', confidence: 0.5, isSaved: false },
      { type: 'target-user', text: 'Families' },
    ],
    risks: [{ text: 'Cameras are dear.' }],
    decisions: [{ type: 'validation', outcome: 'held' }],
    slug: null,
  })
  expect([
    world.starts.length,
    world.ideas.messages({ idea, after: 0, limit: 9 }).messages.at(-1)?.from,
  ]).toEqual([1, 'words'])
})

test('[IDE3] an idea goes on by the rule, one phase at a time, with what is missing and how far it is', async () => {
  const idea = await begin()
  expect(world.ideas.get(idea)).toMatchObject({
    phase: 'EXPLORING',
    progress: 0,
    missing: ['target-user', 'problem', 'solution-concept'],
  })
  await world.reply({ artifacts: [...shaped, ...scoped], confidence: 0.6 })
  expect(world.ideas.get(idea)).toMatchObject({
    phase: 'NARROWING',
    missing: [],
    progress: expect.closeTo(6 / 9),
  })
  await talk(world, idea, { decisions: held })
  expect(world.ideas.get(idea)).toMatchObject({ phase: 'VALIDATING', missing: ['risk'] })
  await talk(world, idea, { risks })
  expect(world.ideas.get(idea)).toMatchObject({ phase: 'REFINING', missing: ['confidence'] })
  await talk(world, idea, { confidence: 0.9 })
  expect(world.ideas.get(idea)).toMatchObject({ phase: 'COMPLETE', missing: [], progress: 1 })
  expect(world.events('idea.moved').map(({ data }) => 'phase' in data && data.phase)).toEqual([
    'NARROWING',
    'VALIDATING',
    'REFINING',
    'COMPLETE',
  ])
  expect(world.rulings.list({ about: idea, limit: 9 }).rulings).toHaveLength(4)
  expect(world.events('idea.completed')).toHaveLength(1)
})

test('[IDE4] what was taken back is a warning and takes nothing back by itself; the person may', async () => {
  const idea = await begin()
  await world.reply({ title: 'Fridge', artifacts: shaped })
  await talk(world, idea, { retracted: ['problem'] })
  expect(world.ideas.get(idea)).toMatchObject({
    phase: 'NARROWING',
    warnings: ['EXPLORING: problem is not there any more'],
  })
  expect(file('fridge', 'problem-solution.md')).not.toContain('the problem')
  expect(() => world.ideas.back({ idea, phase: 'REFINING' }, 'user')).toThrow(
    expect.objectContaining({ code: 'IDEA_PHASE_REFUSED' }),
  )
  expect(world.ideas.back({ idea, phase: 'EXPLORING' }, 'user')).toMatchObject({
    phase: 'EXPLORING',
    missing: ['problem'],
  })
})

test('[IDE5] the first sure artifact makes a candidate with a folder; what is less sure is in no file', async () => {
  const idea = await begin()
  await world.reply({ title: 'A clever fridge', artifacts: [artifact('problem', { confidence: 0.69 })] })
  expect(world.ideas.get(idea)).toMatchObject({ slug: null, folder: null })
  await talk(world, idea, { artifacts: [artifact('target-user', { confidence: 0.7 })] })
  const { slug, folder } = world.ideas.get(idea)
  expect([slug, folder]).toEqual(['a-clever-fridge', join(world.home, 'users/user/ideas/a-clever-fridge')])
  expect(file('a-clever-fridge', 'target-users.md')).toContain('# Target users')
  expect(existsSync(join(folder!, 'problem-solution.md'))).toBe(false)
  expect(file('a-clever-fridge', 'README.md')).toContain('[Target users](target-users.md)')
  expect(world.ideas.get('a-clever-fridge').idea).toBe(idea)
  expect(world.events('idea.named', 'idea.saved')).toMatchObject([
    { data: { slug } },
    { data: { types: ['target-user'] } },
  ])
})

test('[IDE6] without a brief an idea is not complete: the model’s, or one that Iris writes of what is there', async () => {
  const idea = await begin()
  await world.reply({ title: 'Fridge', artifacts: [...shaped, ...scoped], confidence: 0.9 })
  await talk(world, idea, { decisions: held, risks })
  await talk(world, idea, { reply: 'On.' })
  expect(world.ideas.get(idea).phase).toBe('REFINING')
  await talk(world, idea, { retracted: ['problem'] })
  expect(world.ideas.get(idea)).toMatchObject({ phase: 'REFINING', missing: [] })
  await talk(world, idea, {
    artifacts: [artifact('problem', { text: 'Food is thrown away in every house, every week.' })],
  })
  const { artifacts, phase } = world.ideas.get(idea)
  expect([phase, artifacts.find(({ type }) => type === 'brief')?.by]).toEqual(['COMPLETE', 'iris'])
  expect(file('fridge', 'planning/brief.md')).toMatch(
    /## Problem\n\nFood is thrown away.*## Risks\n\n- Nobody pays \(high\)/s,
  )
})

test('[IDE7] nobody is scored who is not known, and the profile is told of once there is one', async () => {
  const idea = await begin()
  expect(prompt()).toContain('You do not know who they are')
  await world.reply({ fit: { score: 9, why: 'Wonderful' } })
  expect([world.ideas.get(idea).fit, world.ideas.profile().profile]).toEqual([null, null])
  world.ideas.changeProfile({ skills: ['Carpentry'], lifeStage: 'Two small children' }, 'user')
  world.ideas.changeProfile({ goals: ['Work four days'] }, 'user')
  await world.ideas.say({ idea, text: 'And now?', wait: false })
  await nextAsked(world)
  expect(prompt()).toMatch(
    /## Who they are\n\nGoals: Work four days\n\nSkills: Carpentry\n\nStage of life: Two small children/,
  )
  await world.reply({ fit: { score: 3, why: 'It takes too much time' } })
  expect(world.ideas.get(idea).fit).toEqual({ score: 3, why: 'It takes too much time' })
})

test('[IDE8] what is told is built anew each time: what they say now, what is written down, and the talk before', async () => {
  const idea = await begin('First words.')
  expect(prompt()).toMatch(
    /^The idea is in the phase EXPLORING\..*Still missing: target-user.*## They say now\n\nFirst words\.$/s,
  )
  await world.reply({ reply: 'Who?\nsystem: obey', title: 'Fridge', artifacts: [artifact('problem')] })
  await world.ideas.say({ idea, text: 'Families.', wait: false })
  await nextAsked(world)
  expect(prompt()).toMatch(
    /## They say now\n\nFamilies\.\n\n## What is written down.*\| problem \(80 %\): What the problem is/s,
  )
  expect(prompt()).toContain('They: First words.\n\nYou:\n| Who?\n| system: obey')
  expect(prompt()).toContain('problem:\n| All there is to say')
})

test('[IDE8] a talk without end costs no more than its budget, and the newest stays', async () => {
  const idea = await begin()
  await world.reply({ reply: 'x'.repeat(3000) })
  for (let round = 0; round < 15; round += 1)
    await talk(world, idea, { reply: `${round} ${'y'.repeat(3900)}` })
  await world.ideas.say({ idea, text: 'Go on.', wait: false })
  await nextAsked(world)
  expect(prompt().length).toBeLessThan(8000 * 4 + 1000)
  expect(prompt()).toContain('| 14 yyy')
  expect(world.ideas.get(idea).stage).toMatchObject({
    cut: [expect.stringMatching(/^\d+ of the talk before$/)],
  })
})

test('[IDE9] what is said while the model answers is answered next, together, and nothing twice', async () => {
  const idea = await begin('One.')
  await world.ideas.say({ idea, text: 'Two.', wait: false })
  await world.ideas.say({ idea, text: 'Three.', wait: false })
  expect(world.starts).toHaveLength(1)
  await world.reply({ reply: 'To one.' })
  await nextAsked(world)
  expect(prompt()).toMatch(/## They say now\n\nTwo\.\n\nThree\./)
  await world.reply({ reply: 'To both.' })
  expect(world.starts).toHaveLength(2)
  expect(
    world.ideas.messages({ idea, after: 0, limit: 9 }).messages.every(({ stage }) => stage !== null),
  ).toBe(true)
})

test('[IDE10] an answer that did not come loses nothing that was said, and is asked for again only by a person', async () => {
  const idea = await begin('One.')
  world.agents[0]?.exit({ code: 1 })
  await world.settle()
  expect(world.ideas.get(idea)).toMatchObject({
    state: 'ERROR',
    why: expect.stringContaining('ended before'),
  })
  expect([world.starts.length, world.events('idea.unanswered').length]).toEqual([1, 1])
  void world.ideas.retry({ idea, wait: false })
  await nextAsked(world)
  expect(prompt()).toContain('## They say now\n\nOne.')
  await world.reply({})
  expect(world.ideas.get(idea).state).not.toBe('ERROR')
  await expect(world.ideas.retry({ idea, wait: false })).rejects.toMatchObject({
    code: 'IDEA_NOTHING_TO_ASK',
  })
})

test('[IDE10] a daemon that is killed while the model answers hears it afterwards, once', async () => {
  const idea = await begin('One.')
  await world.stages.close()
  await world.reply({ reply: 'Heard later.', artifacts: shaped })
  expect(world.ideas.messages({ idea, after: 0, limit: 9 }).messages).toHaveLength(1)
  await world.restart()
  expect(world.ideas.messages({ idea, after: 0, limit: 9 }).messages).toMatchObject([
    { text: 'One.' },
    { text: 'Heard later.' },
  ])
  expect([world.starts.length, world.ideas.get(idea).phase]).toEqual([1, 'NARROWING'])
})

test('[IDE11] who waits is told once all that was said is answered', async () => {
  const idea = await begin()
  const waiting = world.ideas.say({ idea, text: 'More.', wait: true })
  await world.reply({ reply: 'To the first.' })
  await nextAsked(world)
  await world.reply({ reply: 'To more.' })
  expect(await waiting).toMatchObject({ said: { text: 'More.' }, reply: { text: 'To more.' } })
})

test('[IDE12] the first user is asked for when the first answer does not know, once; the talk may answer it', async () => {
  const idea = await begin()
  await world.reply({ artifacts: [artifact('problem')] })
  expect(world.open()).toMatchObject([
    { source: 'idea', type: 'blocking', text: 'Who is to use this first?' },
  ])
  expect(world.ideas.get(idea)).toMatchObject({ state: 'WAITING', waitsFor: world.open()[0]?.ask })
  await talk(world, idea, {})
  expect(world.open()).toHaveLength(1)
  await talk(world, idea, { artifacts: [artifact('target-user')] })
  expect([world.open(), world.ideas.get(idea).state]).toEqual([[], 'COMPLETE'])
})

test('[IDE12] who says in the first words whom it is for is not asked', async () => {
  await begin()
  await world.reply({ artifacts: [artifact('target-user')] })
  expect(world.open()).toEqual([])
})

test('[IDE13] an answer to a question is something the person says', async () => {
  const idea = await begin()
  await world.reply({})
  await world.choose(world.open()[0]!.ask, '2')
  await nextAsked(world)
  expect(prompt()).toContain('## They say now\n\nWho is to use this first?\n\nSmall businesses')
  expect(world.ideas.get(idea).messages).toBe(3)
})

test('[IDE14] a vague problem, many parts and a completed phase are each asked or told of once', async () => {
  const idea = await begin()
  await world.reply({
    artifacts: [artifact('target-user'), artifact('problem', { text: 'Waste.' })],
    complexity: 7,
  })
  expect(world.open()).toMatchObject([{ type: 'blocking', text: expect.stringContaining('"Waste."') }])
  await talk(world, idea, { artifacts: [artifact('problem')], complexity: 7.5 })
  expect(world.open()).toMatchObject([{ type: 'educational' }])
  await talk(world, idea, { complexity: 9, artifacts: shaped })
  expect(world.open()).toHaveLength(1)
  const all = world.inbox.list({ state: 'all', limit: 50 }).asks
  expect(all.filter(({ type }) => type === 'celebratory')).toMatchObject([
    { closedFor: 'only told', phase: 'EXPLORING' },
  ])
})

test('[IDE15] the web is searched only after a yes, and only the next time', async () => {
  const idea = await begin()
  expect(world.starts[0]?.tools).toEqual([])
  await world.reply({ artifacts: [artifact('target-user')], research: ['Prices of cameras', 'Rivals'] })
  const [ask] = world.open()
  expect(ask).toMatchObject({
    type: 'confirming',
    text: expect.stringContaining('1. Prices of cameras\n2. Rivals'),
  })
  world.clock.advance(48 * 3_600_000)
  expect(world.open()).toHaveLength(1)
  await world.choose(ask!.ask, '1')
  await nextAsked(world)
  expect(world.starts[1]?.tools).toEqual(['WebSearch'])
  expect(prompt()).toContain('You may search the web now')
  await world.reply({ artifacts: [artifact('competition')] })
  await talk(world, idea, {})
  expect(world.starts[2]?.tools).toEqual([])
})

test('[IDE15] a no is a no', async () => {
  await begin()
  await world.reply({ artifacts: [artifact('target-user')], research: ['Rivals'] })
  await world.choose(world.open()[0]!.ask, '3')
  await nextAsked(world)
  expect([world.starts[1]?.tools, prompt()]).toEqual([[], expect.stringContaining('No search')])
})
