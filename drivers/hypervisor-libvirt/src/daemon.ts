import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'

export interface Daemon {
  readonly program: string
  readonly args: readonly string[]
  readonly logFile: string
  /** Whether it ends with this process, also when that is killed. */
  readonly endsWithProcess: boolean
}

/** Starts a daemon of its own session, so that Ctrl-C at a terminal ends it only through `stopDaemon`. */
export const startDaemon = async ({
  program,
  args,
  logFile,
  endsWithProcess,
}: Daemon): Promise<ChildProcess> => {
  const output = await open(logFile, 'a')
  try {
    const [started, words] = endsWithProcess ? endingWithParent('TERM', program, args) : [program, [...args]]
    const child = spawn(started, words, { stdio: ['ignore', output.fd, output.fd], detached: true })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error) =>
        reject(new Error(`cannot start ${program}: ${error.message}`, { cause: error })),
      )
    })
    return child
  } finally {
    await output.close()
  }
}

const endsWithinMs = 10_000

export const stopDaemon = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), endsWithinMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.ref()
    child.kill('SIGTERM')
  })
