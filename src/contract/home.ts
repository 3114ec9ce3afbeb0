/** The files of an Iris home that more than one process needs to find. */
export function homeFiles(home: string): {
  address: string
  token: string
  agentKey: string
  login: string
  log: string
  startLog: string
} {
  return {
    address: `${home}/irisd.json`,
    token: `${home}/token`,
    agentKey: `${home}/agent-key`,
    login: `${home}/login`,
    log: `${home}/logs/irisd.log`,
    startLog: `${home}/logs/start.log`,
  }
}

/** The name of the socket in the home by which programs of the same user reach the daemon. */
export const daemonSocket = 'irisd.sock'

/** The name of the lock in the home that its daemon holds. */
export const daemonLock = 'irisd'

/** The variable that marks everything an agent starts: the id of the agent, a dot, and what makes it unique. */
export const agentMark = 'IRIS_PIPE_MARK'

/** What the address file says of the running daemon. */
export interface DaemonAddress {
  /** For browsers, agents and programs elsewhere. */
  url: string
  /** For programs of the same user: nobody else can listen there. */
  socket: string
  pid: number
  version: string
}
