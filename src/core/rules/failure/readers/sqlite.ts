import { form, invalid, syntax, type Finding, type Reader } from '../finding.ts'

/** The shell of SQLite. */
export const sqlite: Reader = {
  names: ['sqlite3', 'sqlite'],
  isOnlyOwn: true,
  forms: [
    {
      find: /^(?:Parse error|Runtime error|Error)(?: near line \d+)?: (?:near line \d+: )?(?:in prepare, |stepping, )?(.*?)(?: \((\d+)\))?$/gm,
      says: ([, message = '', code]) => readSqlite(message, code),
    },
  ],
}

const broken = /: syntax error$|^incomplete input|^unrecognized token|^unterminated/
const ofTheMachine =
  /^(?:unable to open database|attempt to write a readonly|file is not a database|disk I\/O error|database disk image is malformed|cannot open|not authorized)/

function readSqlite(message: string, code: string | undefined): Finding {
  if (broken.test(message)) return syntax(message)
  if (/^database (?:table |schema )?is locked|^database or disk is full|^out of memory/.test(message))
    return { class: 'RESOURCE', why: `${message}.` }
  if (ofTheMachine.test(message) || ['8', '10', '11', '14', '26'].includes(code ?? ''))
    return { class: 'ENVIRONMENT', why: `${message}.` }
  return invalid(message)
}

const postgres = /^(?:syntax error|relation|column|duplicate key|null value|insert or update)/

/** psql and mysql. */
export const sqlClients: Reader = {
  names: ['psql', 'mysql', 'mariadb', 'pg_dump'],
  forms: [
    {
      find: /^(?:psql:\S*:? ?)?ERROR: {1,2}(?!Coverage|No matching|Could not)(.*)(?=\nLINE \d|\n|$)/gm,
      says: ([line, message = '']) =>
        line.startsWith('psql') || postgres.test(message) ? readPostgres(message) : undefined,
    },
    {
      find: /^ERROR (\d{4}) \(\w+\)(?: at line \d+)?(?:.*?): (.*)/gm,
      says: ([, code = '', message = '']) => readMysql(code, message),
    },
    form(
      /^(?:psql: error: )?(?:connection to server|could not connect to server|could not translate host name).*/gm,
      'NETWORK',
      'The database cannot be reached.',
    ),
  ],
}

function readPostgres(message: string): Finding {
  return message.startsWith('syntax error') ? syntax(message) : invalid(message)
}

function readMysql(code: string, message: string): Finding {
  if (code === '1064') return syntax(message)
  if (/^20(?:02|03|05|06|13)$/.test(code)) return { class: 'NETWORK', why: message }
  if (/^10(?:44|45)$/.test(code)) return { class: 'ENVIRONMENT', why: message }
  if (/^1(?:205|213|040)$/.test(code)) return { class: 'RESOURCE', why: message }
  return invalid(message)
}
