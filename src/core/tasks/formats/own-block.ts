import type { Item } from './checklist.ts'
import type { Diagnostics } from './diagnostics.ts'
import { applyFields, isTaskField } from './fields.ts'
import type { Fence } from './markdown.ts'
import type { FileTask, StatusMark } from './task.ts'
import { readYamlBlock, type BlockMap } from './yaml-block.ts'

/** How the fence of a block is called that Iris wrote. */
export const ownInfo = 'yaml iris'

/** A block under a checklist line, with its map if it can be read. */
export interface OwnBlock {
  fence: Fence
  map: BlockMap | undefined
}

/**
 * Finds the block under a checklist line: the fields that the line has no room for. A sample of YAML in the words of a
 * task is none: it is ours by its name, or when all its names are fields of a task.
 */
export function findOwnBlock(
  text: string,
  item: Item,
  report: { id: string; diagnostics: Diagnostics },
): OwnBlock | undefined {
  for (const fence of item.fences.filter(({ info }) => /^ya?ml\b/i.test(info))) {
    const map = ownMap(text, fence, report)
    if (map || fence.info === ownInfo) return { fence, map }
  }
  return undefined
}

/** Puts the fields of a block into its task; a status in it is a second mark. */
export function applyOwnBlock(
  { fence, map }: OwnBlock,
  { task, marks }: { task: FileTask; marks: StatusMark[] },
  diagnostics: Diagnostics,
): void {
  if (!map) return
  applyFields(task, map, { diagnostics, line: fence.line })
  if (map.status) marks.push(wordMark(map.status, task.status))
}

function ownMap(
  text: string,
  fence: Fence,
  { id, diagnostics }: { id: string; diagnostics: Diagnostics },
): BlockMap | undefined {
  const block = readYamlBlock(text, fence)
  if ('maps' in block) {
    const [map] = block.maps
    if (!map || fence.info === ownInfo) return map
    const names = Object.keys(map.fields)
    return names.length > 0 && names.every(isTaskField) ? map : undefined
  }
  if (fence.info === ownInfo)
    diagnostics.add('BAD_BLOCK', fence.line, {
      task: id,
      message: `The block of ${id} is not read (line ${block.line}): ${block.fault}.`,
    })
  return undefined
}

/** A status that stands in a file in the words of Iris. */
export function wordMark(place: { start: number; end: number }, status: FileTask['status']): StatusMark {
  return { ...place, status, write: (status) => status }
}
