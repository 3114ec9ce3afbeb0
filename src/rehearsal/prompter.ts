import type { Pattern } from './pattern.ts'
import type { Line, Playbook, When } from './playbook.ts'
import type { Scene } from './scene.ts'
import type { Fillings } from './template.ts'

/** A line that answers, and what its words are filled with. */
interface Cue {
  line: Line
  fillings: Fillings
}

/** Finds the line for each scene and counts how often each was used. */
export interface Prompter {
  cue(scene: Scene): Cue | undefined
}

/** A prompter for one rehearsal of a playbook. */
export function createPrompter(playbook: Playbook): Prompter {
  const used = new Map<Line, number>()
  return {
    cue(scene) {
      for (const line of playbook.lines) {
        const uses = used.get(line) ?? 0
        const groups = uses < (line.times ?? Infinity) ? fits(line.when, scene) : undefined
        if (!groups) continue
        used.set(line, uses + 1)
        return { line, fillings: fillingsOf(scene, groups) }
      }
      return undefined
    },
  }
}

type Groups = Readonly<Record<'system' | 'says' | 'toolResult' | 'last' | 'heard', readonly string[]>>

/** The groups of the line's patterns when every condition holds. */
function fits(when: When, scene: Scene): Groups | undefined {
  if (!fitsWhoAndWhen(when, scene) || !fitsWhatCameLast(when, scene)) return undefined
  const system = found(when.system, scene.system)
  const says = found(when.says, scene.says)
  const toolResult = found(when.toolResult, scene.toolResult)
  const last = found(when.last, scene.last)
  const heard = foundAll(when.heard ?? [], scene.heard)
  return system && says && toolResult && last && heard ? { system, says, toolResult, last, heard } : undefined
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
