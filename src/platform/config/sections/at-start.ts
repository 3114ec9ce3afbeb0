/** What is read when the daemon starts: it holds the port, the file and the log open until it stops. */
export const atStart = [
  ['settings', 'httpPort'],
  ['settings', 'host'],
  ['settings', 'allowedHosts'],
  ['settings', 'allowedOrigins'],
  ['settings', 'publicUrl'],
  ['settings', 'hotReloadConfig'],
  ['settings', 'logLevel'],
  ['database', 'path'],
  ['dashboard', 'enabled'],
] as const

/** The description of such a key. */
export function readAtStart(description: string): string {
  return `${description} Needs a restart.`
}
