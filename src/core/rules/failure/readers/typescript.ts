import { invalid, syntax, type Finding, type Reader } from '../finding.ts'
import { missingModule } from '../modules.ts'

/** tsc, and what prints its diagnostics: vue-tsc, tsc-watch, ts-node, ts-jest. */
export const typescript: Reader = {
  names: ['tsc', 'tsgo', 'vue-tsc', 'ts-node', 'typescript', 'ng'],
  forms: [
    {
      find: /^(?:\S.*?\(\d+,\d+\): |\S.*?:\d+:\d+ - )?error TS(\d+)(?=: (.*))/gm,
      says: ([, code = '', message = '']) => readDiagnostic(code, message),
    },
  ],
}

/** A diagnostic of TypeScript by its number. */
export function readDiagnostic(code: string, message: string): Finding {
  const number = `TS${code}`
  const quoted = /['"](.+?)['"]/.exec(message)?.[1]
  if (/^(?:1\d{3}|1700[28]|1701[45])$/.test(code)) return syntax(`${number}: ${message}`)
  if (/^(?:2307|7016|2792|2732|2875)$/.test(code) && quoted !== undefined) return missingModule(quoted)
  if (code === '2688' && quoted !== undefined && !/^[./]/.test(quoted))
    return {
      class: 'MISSING_DEPENDENCY',
      why: `The types of ${quoted} are not installed.`,
      package: `@types/${quoted}`,
    }
  if (/^(?:5\d{3}|60(?:4[456]|5[349]|64)|63(?:0[5-7]|10)|1800[23])$/.test(code))
    return { class: 'ENVIRONMENT', why: `${number}: ${message}` }
  return invalid(`${number}: ${message}`)
}
