/** What the detector of the founding document returns. */
export interface SeedDetection {
  readonly isQuestion: boolean
  readonly confidence: number
}

const phrases = [
  /would you like (?:me )?to/i,
  /should i\b/i,
  /shall i\b/i,
  /do you want (?:me )?to/i,
  /may i\b/i,
  /can i proceed/i,
  /ready to proceed/i,
  /let me know (?:if|whether|which)/i,
  /want me to/i,
  /please (?:confirm|advise|let me know)/i,
  /which (?:option|approach|one)/i,
]
const yesNo = /\b(?:y\/n|yes\/no)\b/i
const tail = 200

/** The detector of the founding document, from its description: a mark at the end, then phrases near the end. */
export function seedDetector(text: string): SeedDetection {
  const trimmed = text.trim()
  const confidence = strength(trimmed)
  return { isQuestion: confidence >= 0.7, confidence }
}

function strength(text: string): number {
  if (text.endsWith('?')) return 0.95
  const end = text.slice(-tail)
  if (yesNo.test(end)) return 0.9
  if (phrases.some((phrase) => phrase.test(end))) return 0.85
  return phrases.some((phrase) => phrase.test(text)) ? 0.6 : 0.1
}
