import { UserError } from '@nimbo/kernel/user-error'
import { type Running, runningOn } from './pid-file.ts'

/** Says who has the state directory, as far as is known. */
export const alreadyRuns = (stateDir: string, running: Running | undefined): UserError => {
  if (!running) return new UserError(`a cloud already runs on ${stateDir}`)
  const place = running.url === undefined ? ', which is starting' : ` at ${running.url}`
  return new UserError(`a cloud already runs on ${stateDir}, as process ${running.pid}${place}`)
}

/** Refuses a directory on which a cloud visibly runs, before anything is looked for or made; what decides is its lock. */
export const refuseWhenRunning = async (stateDir: string): Promise<void> => {
  const running = await runningOn(stateDir)
  if (running) throw alreadyRuns(stateDir, running)
}
