import type { Variables } from './environment.ts'
import { isPlace, isRandom, looksSecret } from './secret-values.ts'

// What the CLI, git, ssh and gpg cannot do without, and what only sounds like a secret.
const kept =
  /^(?:PATH|HOME|SHELL|USER|LOGNAME|TERM|TZ|TMPDIR|(?:OLD)?PWD|LANG|LC_\w+|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|KRB5CCNAME|SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS\w*)|(?:GIT|SUDO|VSCODE_GIT)_ASKPASS\w*|GPG_(?:AGENT_INFO|TTY)|GNUPGHOME|GIT_(?:AUTHOR|COMMITTER)_\w+|(?:HTTPS?|NO|ALL|FTP)_PROXY)$/i

// Words of a name that mean a secret wherever they stand: alone, or at the end of a longer word (PGPASSWORD).
const strongWord =
  /(?:TOKENS?|SECRETS?|SECRETKEYS?|PASSWORDS?|PASSWD|PASSPHRASE|PASSCODE|CREDENTIALS?|APIKEYS?|ACCESSKEYS?|PRIVATEKEYS?)$|^(?:CREDS?|PAT|JWT|BEARER|MNEMONIC|SSHPASS)$/
// A last word that says that the rest names something about a secret, not the secret.
const about =
  /^(?:DIR|PATH|FILE|HOME|FOLDER|SOCK|SOCKET|PORT|HOST|TTL|TIMEOUT|LENGTH|SIZE|COUNT|LIMIT|POLICY|ENABLED|REQUIRED|TYPE|NAME|HELPER|COMMAND|PROVIDER|MANAGER|BACKEND|EXPIRY|EXPIRES|EXPIRATION|ALGORITHM|HEADER|ENDPOINT|REGION|PREFIX|URL|URI)$/
// Last words of secrets whose value is no place.
const lastWord =
  /^(?:KEYS?|AUTH|AUTHORIZATION|PASS|PWD|PW|DSN|CONNSTR)$|(?:DB|SMTP|MYSQL|PG|FTP|MAIL|REDIS)PASS$/
const connection =
  /(?:^|_)(?:DATABASE|DB|POSTGRES(?:QL)?|PG|MYSQL|MARIADB|MONGO(?:DB)?|REDIS|(?:CLOUD)?AMQP|RABBITMQ|BROKER|CLICKHOUSE|JDBC)_UR[LI]$/
// Secrets whose last word says nothing.
const byName =
  /ACCESS_KEY|CONN(?:ECTION)?_STR(?:ING)?$|^(?:FASTLANE_SESSION|BW_SESSION|OP_SESSION_\w+|DOCKER_AUTH_CONFIG)$/
// Keys that only order or find things, or that anybody may see.
const harmlessKey = /^(?:CACHE|SORT|PARTITION|FOREIGN|COMPOSE|LEADER|PREFIX|HOT|PUBLIC|PUBLISHABLE)$/
// Words that make a long random value one to hold back.
const weakWord =
  /^(?:KEY|AUTH|COOKIE|SALT|SEED|SIGNING|SIGNATURE|ENCRYPTION|PRIVATE|MASTER|UNSEAL|HMAC|CERTIFICATE|P12)$/

/** Whether a variable holds a secret, by its name or by its value. What cannot be told is held back. */
function isSecret(name: string, value: string): boolean {
  if (value === '' || kept.test(name)) return false
  return looksSecret(value) || soundsSecret(name, value)
}

function soundsSecret(name: string, value: string): boolean {
  const words = wordsOf(name)
  const [before = '', last = ''] = ['', ...words].slice(-2)
  if (about.test(last)) return isHiddenPlace(name, words, value)
  if (words.some((word) => strongWord.test(word))) return !isAmount(words, value)
  if (lastWord.test(last)) return !harmlessKey.test(before) && !isPlace(value)
  if (byName.test(words.join('_'))) return !isPlace(value)
  return isHostCredential(name, value) || (words.some((word) => weakWord.test(word)) && isRandom(value))
}

/** A hook is open to whoever knows its address, a database to whoever has more than that. */
function isHiddenPlace(name: string, words: readonly string[], value: string): boolean {
  if (words.some((word) => /^WEBHOOKS?$/.test(word))) return true
  if (connection.test(words.join('_'))) return !isPlace(value)
  const sounds = words.some((word) => strongWord.test(word) || weakWord.test(word))
  return sounds && !name.endsWith('NAME') && isRandom(value)
}

/** MAX_TOKENS counts what a model reads. */
function isAmount(words: readonly string[], value: string): boolean {
  return words.includes('TOKENS') && /^\d+$/.test(value)
}

/** Bundler keeps `user:password` under the name of a host. */
function isHostCredential(name: string, value: string): boolean {
  return /^BUNDLE_\w+__\w+$/.test(name) && value.includes(':')
}

/** `npm_config__authToken` has the words NPM, CONFIG, AUTH and TOKEN. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
}

/** The names of the secrets among variables. Git wants its numbered settings all or none. */
export function secretNames(variables: Variables): Set<string> {
  const names = Object.keys(variables)
  const found = new Set(names.filter((name) => isSecret(name, variables[name] ?? '')))
  const numbered = names.filter((name) => /^GIT_CONFIG_(?:COUNT|(?:KEY|VALUE)_\d+)$/.test(name))
  if (numbered.some((name) => found.has(name))) for (const name of numbered) found.add(name)
  return found
}
