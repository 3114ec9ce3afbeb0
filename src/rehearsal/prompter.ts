import type { Pattern } from './pattern.ts'
import type { Line, Playbook, When } from './playbook.ts'
import type { Scene } from './scene.ts'
import type { SideKind } from './side-request.ts'
import type { Fillings } from './template.ts'

/** A line that answers, and what its words are filled with. */
interface Cue {
  line: Line
  fillings: Fillings
}

/** Finds the line for each scene and counts how often each was used. */
export interface Prompter {
  /** What the CLI asks for itself is answered only by lines made for that. */
  cue(scene: Scene, side?: SideKind): Cue | undefined
}

/** Conversations whose uses are counted apart; of more, the oldest begin anew. */
const maxConversations = 10_000

/** A prompter for one rehearsal of a playbook. */
export function createPrompter(playbook: Playbook): Prompter {
  const used = new Map<Line, number>()
  const usedIn = new Map<string, Map<Line, number>>()

  function usesIn(conversation: string): Map<Line, number> {
    const known = usedIn.get(conversation) ?? new Map<Line, number>()
    usedIn.set(conversation, known)
    const [oldest] = usedIn.keys()
    if (usedIn.size > maxConversations && oldest !== undefined) usedIn.delete(oldest)
    return known
  }

  return {
    cue(scene, side) {
      const here = usesIn(scene.conversation)
      for (const line of playbook.lines) {
        const uses = used.get(line) ?? 0
        const usesHere = here.get(line) ?? 0
        if (line.when.side !== side) continue
        if (uses >= (line.times ?? Infinity) || usesHere >= (line.timesEach ?? Infinity)) continue
        const groups = fits(line.when, scene)
        if (!groups) continue
        used.set(line, uses + 1)
        here.set(line, usesHere + 1)
        return { line, fillings: fillingsOf(scene, groups) }
      }
      return undefined
    },
  }
}

type Groups = Readonly<Record<'system' | 'says' | 'toolResult' | 'last' | 'heard' | 'cwd', readonly string[]>>

/** The groups of the line's patterns when every condition holds. */
function fits(when: When, scene: Scene): Groups | undefined {
  if (!fitsWhoAndWhen(when, scene) || !fitsWhatCameLast(when, scene)) return undefined
  const system = found(when.system, scene.system)
  const says = found(when.says, scene.says)
  const toolResult = found(when.toolResult, scene.toolResult)
  const last = found(when.last, scene.last)
  const heard = foundAll(when.heard ?? [], scene.heard)
  const cwd = found(when.cwd, scene.cwd)
  if (!system || !says || !toolResult || !last || !heard || !cwd) return undefined
  return { system, says, toolResult, last, heard, cwd }
}

/** Each must be found; the groups are those of the first. */
function foundAll(patterns: readonly Pattern[], text: string): readonly string[] | undefined {
  const all = patterns.map((pattern) => pattern.find(text))
  return all.includes(undefined) ? undefined : (all[0] ?? [])
}

function fitsWhoAndWhen({ agent, turn, model }: When, scene: Scene): boolean {
  if (agent !== undefined && agent !== scene.agent) return false
  if (turn !== undefined && turn !== scene.turn) return false
  return !model || model.find(scene.model) !== undefined
}

function fitsWhatCameLast({ tool, toolResult, says, turn }: When, { tools }: Scene): boolean {
  if (tool) return tools.some((name) => tool.find(name))
  if (toolResult) return tools.length > 0
  return tools.length === 0 || (!says && turn === undefined)
}

function found(pattern: Pattern | undefined, text: string): readonly string[] | undefined {
  return pattern ? pattern.find(text) : []
}

function fillingsOf(scene: Scene, groups: Groups): Fillings {
  const { cwd, model, says, toolResult, last } = scene
  const numbered = Object.entries(groups).flatMap(([name, values]) =>
    values.map((value, index): [string, string] => [`${name}.${index}`, value]),
  )
  return new Map([...Object.entries({ cwd, model, says, toolResult, last }), ...numbered])
}
