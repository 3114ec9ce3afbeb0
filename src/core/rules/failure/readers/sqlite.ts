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
  /^(?:unable to open database|attempt to write a readonly|file is not a database|disk I\/O error|database disk image is malformed|cannot open|not authorized|.*cannot open shared object)/

function readSqlite(message: string, code: string | undefined): Finding {
  if (broken.test(message)) return syntax(message)
  if (/^database (?:table |schema )?is locked|^database or disk is full|^out of memory/.test(message))
    return { class: 'RESOURCE', why: `${message}.` }
  if (ofTheMachine.test(message) || ['8', '10', '11', '14', '26'].includes(code ?? ''))
    return { class: 'ENVIRONMENT', why: `${message}.` }
  return invalid(message)
}

/** psql and mysql. */
export const sqlClients: Reader = {
  names: ['psql', 'mysql', 'mariadb', 'pg_dump'],
  forms: [
    {
      // Two spaces: only Postgres writes so.
      find: /^(?:psql:\S*:? ?)?ERROR: {2}(.*)$/gm,
      says: ([, message = '']) => readPostgres(message),
    },
    {
      find: /^(?:psql: error: |pg_dump: error: )?connection to server .*(?:failed|refused): FATAL: {2}(.*)$/gm,
      says: ([, message = '']) => readRefusal(message),
    },
    {
      find: /^ERROR (\d{4}) \(\w+\)(?: at line \d+)?(?:.*?): (.*)/gm,
      says: ([, code = '', message = '']) => readMysql(code, message),
    },
    form(/^psql: error: \S+: No such file or directory$/gm, 'ENVIRONMENT', 'There is no such file.'),
    form(
      /^(?:psql: error: )?(?:connection to server|could not connect to server|could not translate host name).*/gm,
      'NETWORK',
      'The database cannot be reached.',
    ),
  ],
}

/** Its parser says near what it stopped. */
const unparsed = /^syntax error|(?: at or near "| at end of input)/
const scarce =
  /^(?:deadlock detected|could not serialize access|canceling statement due to (?:lock|statement) timeout|could not obtain lock|out of (?:shared )?memory|could not extend file|.*No space left on device)/

function readPostgres(message: string): Finding {
  if (unparsed.test(message)) return syntax(message)
  if (scarce.test(message)) return { class: 'RESOURCE', why: `${message}.` }
  if (/^extension ".*" is not available|^could not open extension control file/.test(message))
    return { class: 'ENVIRONMENT', why: `${message}.` }
  return invalid(message)
}

/** A server that was reached and lets nobody in. */
function readRefusal(message: string): Finding {
  const isFull = /^(?:sorry, )?too many|^remaining connection slots|^the database system is/.test(message)
  return { class: isFull ? 'RESOURCE' : 'ENVIRONMENT', why: `${message}.` }
}

function readMysql(code: string, message: string): Finding {
  if (code === '1064') return syntax(message)
  if (/^20(?:02|03|05|06|13)$/.test(code)) return { class: 'NETWORK', why: message }
  if (/^10(?:44|45)$/.test(code)) return { class: 'ENVIRONMENT', why: message }
  if (/^1(?:205|213|040)$/.test(code)) return { class: 'RESOURCE', why: message }
  return invalid(message)
}
