export { createDetector, type Detector } from './detector/detector.ts'
export { sentenceShape } from './detector/sentences.ts'
export type { AskKind, Detection, DetectorSettings, Span, Verdict } from './detector/verdict.ts'
