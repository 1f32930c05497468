import { UserError } from '@nimbo/kernel/user-error'
import { type Running, runningOn } from './pid-file.ts'

/** The error to throw when another process uses the state directory; it names that process and its URL as far as known. */
export const alreadyRuns = (stateDir: string, running: Running | undefined): UserError => {
  if (!running) return new UserError(`a cloud already runs on ${stateDir}`)
  const place = running.url === undefined ? ', which is starting' : ` at ${running.url}`
  return new UserError(`a cloud already runs on ${stateDir}, as process ${running.pid}${place}`)
}

/**
 * Throws when the pid file names a running cloud, before anything is probed or created. The lock taken later is authoritative.
 */
export const refuseWhenRunning = async (stateDir: string): Promise<void> => {
  const running = await runningOn(stateDir)
  if (running) throw alreadyRuns(stateDir, running)
}
