let known: boolean | undefined

/** Whether this browser draws emoji in colours; without such a font they would be empty boxes. */
export function drawsEmoji(): boolean {
  known ??= measure()
  return known
}

function measure(): boolean {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  canvas.width = canvas.height = 16
  context.font = '14px sans-serif'
  context.fillText('😀', 0, 14)
  const { data } = context.getImageData(0, 0, 16, 16)
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 2]) return true
  return false
}
