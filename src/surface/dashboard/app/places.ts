/** The pages one can go to, in order, each with its keys after `g`. */
export const places = [
  { to: '/', label: 'Overview', key: 'o' },
  { to: '/inbox', label: 'Inbox', key: 'i' },
  { to: '/runs', label: 'Runs', key: 'r' },
  { to: '/sessions', label: 'Sessions', key: 's' },
  { to: '/usage', label: 'Usage', key: 'u' },
  { to: '/processes', label: 'Processes', key: 'p' },
  { to: '/ask', label: 'Ask Iris', key: 'a' },
  { to: '/settings', label: 'Settings', key: ',' },
] as const
