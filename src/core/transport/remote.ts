import { randomInt } from 'node:crypto'
import { IrisError } from '../../contract/index.ts'
import type { McpServer, Remote } from './agent.ts'

/** What to start on the other machine. */
export interface RemoteCommand {
  words: readonly string[]
  cwd: string
  tunnels: readonly Tunnel[]
  /** What the command finds under `handedOver`. */
  input: string | undefined
}

/** How a command over there reads what it alone is given. */
export const handedOver = '/dev/fd/3'

/** A port over there that leads to an address here. */
export interface Tunnel {
  there: number
  /** As `host:port`. */
  here: string
}

/** An ssh command, and the first line it must be fed. */
export interface RemoteLaunch {
  command: string
  args: readonly string[]
  opening: string
}

// Systems give ports from 32768 or 49152 on to whoever asks for any: below are few that somebody has.
const farPorts = [20_000, 32_768] as const

const sshOptions = [
  '-T',
  '-oBatchMode=yes',
  '-oExitOnForwardFailure=yes',
  '-oServerAliveInterval=15',
  '-oServerAliveCountMax=4',
]

// Any login shell understands this. What to run follows on stdin, so that no variable is seen in a command line.
const loginCommand = `exec sh -c 'IFS= read -r opening && eval "$opening"'`

/** Wraps a command so that it runs on the other machine. */
export function remoteLaunch({ prefix, env }: Remote, target: RemoteCommand): RemoteLaunch {
  const [command, ...rest] = prefix
  const host = rest.pop()
  if (command === undefined || host === undefined) {
    throw new IrisError('INPUT_INVALID', 'A remote needs an ssh command that ends with a host.')
  }
  const tunnels = target.tunnels.flatMap(({ there, here }) => ['-R', `127.0.0.1:${there}:${here}`])
  const opening = openingLine(target, env)
  return { command, args: [...rest, ...sshOptions, ...tunnels, host, loginCommand], opening }
}

/** Leads servers on this machine's loopback through tunnels. The far port is drawn, because several agents may share a host. */
export function tunnelled(servers: Readonly<Record<string, McpServer>>): {
  servers: Record<string, McpServer>
  tunnels: Tunnel[]
} {
  const far = new Map<string, number>()
  const entries = Object.entries(servers).map(([name, server]) => {
    const url = new URL(server.url)
    const host = hostHere(url.hostname)
    if (host === undefined) return [name, server] as const
    const here = `${host}:${url.port || 80}`
    const there = far.get(here) ?? randomInt(...farPorts)
    far.set(here, there)
    url.host = `127.0.0.1:${there}`
    return [name, { ...server, url: url.href }] as const
  })
  return {
    servers: Object.fromEntries(entries),
    tunnels: [...far].map(([here, there]) => ({ here, there })),
  }
}

/** Where this machine reaches a server that is on it; undefined for one that is elsewhere. */
function hostHere(host: string): string | undefined {
  if (host === '[::1]' || host === '[::]') return '[::1]'
  if (host === 'localhost' || host === '0.0.0.0') return '127.0.0.1'
  return /^127\.[\d.]+$/.test(host) ? host : undefined
}

// Shells over ssh often lack what a login adds to PATH.
const usualPlaces = 'PATH="$PATH:$HOME/.local/bin:$HOME/.claude/local:/usr/local/bin:/opt/homebrew/bin"'

// Without a terminal nobody tells the agent that the connection was lost: it would work on, unheard.
// Where `ps` is missing nothing is watched. SIGINT lets the CLI end its tools; SIGKILL would orphan them.
const endWithConnection =
  'if ps -p $$ >/dev/null 2>&1; then (p=$PPID; while sleep 2 && kill -0 $$; do' +
  ' ps -p $p || { kill -INT $$; sleep 5; kill -KILL $$; }; done) </dev/null >/dev/null 2>&1 & fi'

// A file that has no name any more once the command runs: neither its environment nor its command line holds a secret.
const handOver = (text: string): string =>
  'f=$(umask 077 && mktemp "${TMPDIR:-/tmp}/iris.XXXXXXXX") || exit 1; ' +
  `printf %s ${quote(text)} >"$f"; exec 3<"$f"; rm -f "$f"`

function openingLine({ cwd, words, input }: RemoteCommand, env: Remote['env']): string {
  const steps = [
    `N=$(printf '\\nx'); N=\${N%x}`,
    usualPlaces,
    ...Object.entries(env).map(([name, value]) => `export ${checkedName(name)}=${quote(value)}`),
    `cd -- ${quote(cwd)} || exit 1`,
    endWithConnection,
    ...(input === undefined ? [] : [handOver(input)]),
    `exec ${words.map(quote).join(' ')}`,
  ]
  return `${steps.join('; ')}\n`
}

function checkedName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name
  throw new IrisError('INPUT_INVALID', `"${name}" cannot be the name of a variable on another machine.`)
}

/** One word for a POSIX shell, on one line: a newline becomes `$N`. */
function quote(word: string): string {
  if (word.includes('\0')) throw new IrisError('INPUT_INVALID', 'A command cannot hold a NUL character.')
  return `'${word.replaceAll("'", String.raw`'\''`).replaceAll('\n', `'"$N"'`)}'`
}
