/** What a client may ask for, with what the server says of it to those who ask for values. */
export const capabilities = {
  'account-notify': '',
  'account-tag': '',
  'away-notify': '',
  batch: '',
  'cap-notify': '',
  chghost: '',
  'draft/chathistory': '',
  'draft/event-playback': '',
  'draft/multiline': 'max-bytes=65536,max-lines=1000',
  'draft/read-marker': '',
  'echo-message': '',
  'extended-join': '',
  'invite-notify': '',
  'labeled-response': '',
  'message-tags': '',
  'multi-prefix': '',
  sasl: 'PLAIN',
  'server-time': '',
  setname: '',
  'standard-replies': '',
  'userhost-in-names': '',
} as const

export type Capability = keyof typeof capabilities

export const multilineLimits = { bytes: 65_536, lines: 1000 } as const

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(capabilities, name)
}
