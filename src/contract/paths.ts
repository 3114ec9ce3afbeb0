/** Where each call of the API lives. Path parameters are named by a colon. */
export const paths = {
  getHealth: { method: 'GET', path: '/api/health' },
  getStatus: { method: 'GET', path: '/api/status' },
  readEvents: { method: 'GET', path: '/api/events' },
  listTokens: { method: 'GET', path: '/api/tokens' },
  createToken: { method: 'POST', path: '/api/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/tokens/:token' },
  stopDaemon: { method: 'POST', path: '/api/stop' },
  listTeams: { method: 'GET', path: '/api/teams' },
  getTeam: { method: 'GET', path: '/api/teams/:team/status' },
  tellTeam: { method: 'POST', path: '/api/teams/tell' },
  wakeTeam: { method: 'POST', path: '/api/teams/:team/wake' },
  wakeTeams: { method: 'POST', path: '/api/teams/wake' },
  sleepTeam: { method: 'POST', path: '/api/teams/:team/sleep' },
  cancelTurn: { method: 'POST', path: '/api/teams/:team/cancel' },
  rebootSession: { method: 'POST', path: '/api/teams/:team/reboot' },
  removeSession: { method: 'DELETE', path: '/api/teams/:team/session' },
  forkSession: { method: 'POST', path: '/api/teams/:team/fork' },
  readTurns: { method: 'GET', path: '/api/teams/:team/turns' },
  getTurn: { method: 'GET', path: '/api/turns/:turn' },
  listSessions: { method: 'GET', path: '/api/sessions' },
  listPermissions: { method: 'GET', path: '/api/permissions' },
  answerPermission: { method: 'POST', path: '/api/permissions/:ask/answer' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string }>

export type CallName = keyof typeof paths
