/** Where each call of the API lives. Path parameters are named by a colon. */
export const paths = {
  getHealth: { method: 'GET', path: '/api/health' },
  getStatus: { method: 'GET', path: '/api/status' },
  readEvents: { method: 'GET', path: '/api/events' },
  listTokens: { method: 'GET', path: '/api/tokens' },
  createToken: { method: 'POST', path: '/api/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/tokens/:token' },
  stopDaemon: { method: 'POST', path: '/api/stop' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string }>

export type CallName = keyof typeof paths
