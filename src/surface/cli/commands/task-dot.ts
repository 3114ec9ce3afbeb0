import { oneLine, type EdgeType, type Task, type TaskStatus } from '../../../contract/plain.ts'
import { edgesOf, taskWords } from '../../views/index.ts'
import { harmless } from '../output.ts'

const edges: Readonly<Record<EdgeType, string>> = {
  blocks: '',
  on_failure_of: ' [style=dashed, color=firebrick]',
  parent: ' [style=dotted, arrowhead=empty]',
  link: ' [style=dotted, dir=none, constraint=false]',
}
const colours: Readonly<Partial<Record<TaskStatus, string>>> = {
  ready: 'black',
  in_progress: 'slateblue',
  blocked: 'firebrick',
  failed: 'firebrick',
  complete: 'seagreen',
}

/** The tasks in the language of Graphviz. What people and files wrote is quoted: it cannot become a part of it. */
export function dotOf(tasks: readonly Task[]): string {
  const keys = new Map<string, string>(tasks.map(({ task, key }) => [task, key]))
  const nodes = tasks.map(({ key, title, status }) => {
    const label = `${key}: ${taskWords[status]}\n${oneLine(harmless(title), 60)}`
    return `  ${quoted(key)} [label=${quoted(label)}, color=${colours[status] ?? 'gray60'}];`
  })
  const lines = edgesOf(tasks).map(
    ({ from, to, type }) =>
      `  ${quoted(keys.get(from) ?? '')} -> ${quoted(keys.get(to) ?? '')}${edges[type]};`,
  )
  return ['digraph tasks {', '  rankdir=LR;', '  node [shape=box];', ...nodes, ...lines, '}', ''].join('\n')
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
