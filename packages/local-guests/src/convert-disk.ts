import { execFile } from 'node:child_process'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { killWhenSilent } from '@nimbo/kernel/kill-when-silent'
import { errors } from './errors.ts'

/** For how long a copy may make no progress, in milliseconds. */
const stillMs = 1_800_000

/**
 * Copies a disk by `qemu-img convert`, however long that takes: it prints its progress, and is killed once that has stood still.
 * Rejects with `CommandFailed`.
 */
export const convertDisk = (args: readonly string[], clock: Clock = systemClock): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = execFile('qemu-img', ['convert', '-p', ...args], (error, _printed, words) => {
      if (!error) return resolve()
      const reason = error.killed ? `no progress within ${stillMs} ms` : words.trim() || error.message
      reject(errors.CommandFailed({ command: 'qemu-img convert', reason }, { cause: error }))
    })
    killWhenSilent(child, stillMs, clock)
  })
