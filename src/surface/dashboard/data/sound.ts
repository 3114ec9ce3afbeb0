const notes = [
  { at: 0, hertz: 660 },
  { at: 0.14, hertz: 880 },
]
const long = 0.3
const loud = 0.12

let context: AudioContext | undefined

/** Two short notes. A browser in which nobody has pressed anything yet plays nothing. */
export function playSound(): void {
  context ??= new AudioContext()
  // Refused until somebody pressed something on this page.
  context.resume().catch(() => undefined)
  for (const { at, hertz } of notes) playNote(context, context.currentTime + at, hertz)
}

function playNote(audio: AudioContext, at: number, hertz: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(loud, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + long)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + long)
}
