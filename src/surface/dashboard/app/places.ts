/** The pages one can go to, in order, each with its keys after `g`. */
export const places = [
  { to: '/', label: 'Overview', key: 'o' },
  { to: '/inbox', label: 'Inbox', key: 'i' },
  { to: '/runs', label: 'Runs', key: 'r' },
  { to: '/sessions', label: 'Sessions', key: 's' },
  { to: '/usage', label: 'Usage', key: 'u' },
  { to: '/processes', label: 'Processes', key: 'p' },
  { to: '/settings', label: 'Settings', key: ',' },
] as const
