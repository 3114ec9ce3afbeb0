export { cutText } from './cutting.ts'
export { createLineReader, type Read } from './line-reader.ts'
export { escapeValue, formatMessage, formatTags, parseMessage, type Message } from './message.ts'
