/**
 * Ends this process. Node waits for its threads when it exits, also for one that waits for a file system that hangs:
 * a process that is held up so ends by a signal.
 */
export function leave(code: number, isHeldUp: boolean): void {
  if (isHeldUp) process.kill(process.pid, 'SIGKILL')
  // Only the end of a program calls this.
  // oxlint-disable-next-line unicorn/no-process-exit
  else process.exit(code)
}
