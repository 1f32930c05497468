import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@nimbo/kernel/clock'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'

const launcher = fileURLToPath(new URL('../../../nimbo', import.meta.url))
const restartAfterMs = 50
/**
 * A process that ended sooner than this after its start is not restarted at once: it would likely fail again, and keep the
 * machine busy.
 */
const livedTooShortMs = 2_000
const restartLaterAfterMs = 500
const stopWithinMs = 15_000

export interface SupervisedOptions {
  readonly name: string
  /** Arguments of `./nimbo`. */
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The file to which its output is appended. */
  readonly logFile: string
}

/** A process of the product that is restarted whenever it ends, as by systemd. */
export interface SupervisedProcess extends AsyncDisposable {
  readonly name: string
  /** Undefined between its end and its next start. */
  pid(): number | undefined
  /** How often it has been started. */
  starts(): number
  kill(signal: NodeJS.Signals): void
  /** Stops it permanently: by a signal, and by SIGKILL if it does not react. */
  stop(): Promise<void>
}

/** Starts `./nimbo` with these arguments under a supervisor. */
export const superviseProcess = ({
  name,
  words,
  environment = {},
  logFile,
}: SupervisedOptions): SupervisedProcess => {
  let child: ChildProcess | undefined
  let starts = 0
  let stopping = false
  let ended: Promise<void> = Promise.resolve()

  const start = (): void => {
    const log = openSync(logFile, 'a')
    const began = systemClock.now()
    // It ends with this process, even if that is killed.
    const started = spawn(...endingWithParent('TERM', launcher, words), {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...environment },
    })
    closeSync(log)
    child = started
    starts += 1
    ended = new Promise((resolve) => {
      const end = (): void => {
        child = undefined
        resolve()
        if (stopping) return
        const livedMs = systemClock.now() - began
        systemClock.after(livedMs < livedTooShortMs ? restartLaterAfterMs : restartAfterMs, () => {
          if (!stopping) start()
        })
      }
      started.once('exit', end)
      started.once('error', end)
    })
  }

  const stop = async (): Promise<void> => {
    stopping = true
    child?.kill('SIGTERM')
    await Promise.race([ended, pause(stopWithinMs, undefined, { ref: false })])
    child?.kill('SIGKILL')
    await ended
  }

  start()
  return {
    name,
    pid: () => child?.pid,
    starts: () => starts,
    kill: (signal) => void child?.kill(signal),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
