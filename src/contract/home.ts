/** The files of an Iris home that more than one process needs to find. */
export function homeFiles(home: string): {
  address: string
  token: string
  agentKey: string
  log: string
  startLog: string
} {
  return {
    address: `${home}/irisd.json`,
    token: `${home}/token`,
    agentKey: `${home}/agent-key`,
    log: `${home}/logs/irisd.log`,
    startLog: `${home}/logs/start.log`,
  }
}

/** What the address file says of the running daemon. */
export interface DaemonAddress {
  url: string
  pid: number
  version: string
}
