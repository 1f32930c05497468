import type { ChildProcess } from 'node:child_process'
import { type Clock, systemClock } from './clock.ts'

/**
 * Kills a program that prints its progress once it has printed nothing for `ms`, however long it takes in all. With `execFile` its
 * error has `killed` then.
 */
export const killWhenSilent = (child: ChildProcess, ms: number, clock: Clock = systemClock): void => {
  let unwatch = () => {}
  const heard = (): void => {
    unwatch()
    unwatch = clock.after(ms, () => child.kill('SIGKILL'))
  }
  heard()
  for (const output of [child.stdout, child.stderr]) output?.on('data', heard)
  child.once('close', () => unwatch())
}
