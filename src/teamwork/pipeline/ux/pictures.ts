import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { IrisError } from '../../../contract/index.ts'
import { readRegularBytes } from '../../../platform/projects/index.ts'
import { folderOf, type UxContext } from './context.ts'
import type { UxRow } from './rows.ts'
import { foundIn } from './views.ts'

/** Of how many tests of a project the pictures are kept. */
const keptTests = 20
const largestPicture = 8 * 1024 * 1024
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture that a test made. What serves the project runs beside the browser, so nothing else in its folder is given. */
export async function readPicture(context: UxContext, row: UxRow, picture: string): Promise<Buffer> {
  const { ux, isPruned } = row
  if (isPruned === 1) throw unknown(`The pictures of ${ux} are no longer kept.`)
  if (!foundIn(row).journeys.some(({ pictures }) => pictures.includes(picture)))
    throw unknown(`${ux} has no picture ${picture}.`)
  const bytes = await bytesOf(join(folderOf(context, ux), picture))
  if (!bytes.subarray(0, png.length).equals(png)) throw unknown(`${picture} of ${ux} is no picture.`)
  return bytes
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readRegularBytes(path, largestPicture)
  } catch (error) {
    if (!(error instanceof IrisError) || error.code !== 'PROJECT_FILE_REFUSED') throw error
    throw unknown(`The picture is not there: ${error.message}`, error)
  }
}

const unknown = (words: string, cause?: unknown): IrisError => new IrisError('UX_UNKNOWN', words, { cause })

/** Deletes the pictures of older tests, project by project; what their rows say stays. */
export async function prunePictures(context: UxContext, kept = keptTests): Promise<void> {
  const { rows, log, tasks } = context
  const places = new Map<string, number>()
  for (const { ux, subject, team } of rows.withPictures()) {
    const project = tasks.projectSeen(team) ?? team
    const place = places.get(project) ?? 0
    places.set(project, place + 1)
    if (place < kept) continue
    await rm(folderOf(context, ux), { recursive: true, force: true })
    log.write((append) => {
      rows.set(ux, { isPruned: 1 })
      append({ type: 'ux.pruned', data: { ux, of: subject, team } })
    })
  }
}
