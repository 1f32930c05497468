import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { tapPrefix } from './device-names.ts'

const restartAfterMs = 1_000

/** The device that a line of `ip -o monitor link` is about; undefined when it was deleted or is no tap. */
const appearedIn = (line: string): string | undefined => {
  const name = /^\d+: ([^:@\s]+)/.exec(line)?.[1]
  return name?.startsWith(tapPrefix) ? name : undefined
}

/** Calls `appeared` whenever a tap is created or changes, until the returned function is called. */
export const watchDevices = (appeared: (device: string) => void): (() => Promise<void>) => {
  let closed = false
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined

  const begin = (): void => {
    const monitor = spawn('ip', ['-o', 'monitor', 'link'], { stdio: ['ignore', 'pipe', 'ignore'] })
    child = monitor
    // The monitor must not keep an otherwise finished process alive.
    monitor.unref()
    createInterface({ input: monitor.stdout }).on('line', (line) => {
      const device = appearedIn(line)
      if (device !== undefined) appeared(device)
    })
    const again = () => {
      if (!closed) restart = setTimeout(begin, restartAfterMs).unref()
    }
    monitor.once('error', again)
    monitor.once('exit', again)
  }
  begin()
  return async () => {
    closed = true
    clearTimeout(restart)
    child?.kill('SIGTERM')
  }
}
