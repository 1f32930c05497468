import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { type RunningProcess, runningProcess, stillRuns } from '@nimbo/kernel/running-process'

export interface Daemon {
  readonly program: string
  readonly args: readonly string[]
  /**
   * Directory for the daemon's log and pid file. The daemon may outlive the process that started it; a later process finds and
   * stops it by these.
   */
  readonly directory: string
  /** Whether it ends with this process, even when this one is killed. */
  readonly endsWithProcess: boolean
}

export const logOf = (directory: string, program: string): string => join(directory, `${program}.log`)

const recordOf = (directory: string, program: string): string => join(directory, `${program}.pid`)

/**
 * Starts a daemon in a session of its own, so that Ctrl-C on a terminal does not reach it; `stopDaemon` ends it. The child's
 * handle keeps this process alive until it is unreferenced, for callers that wait until the daemon is ready.
 */
export const startDaemon = async ({
  program,
  args,
  directory,
  endsWithProcess,
}: Daemon): Promise<ChildProcess> => {
  await mkdir(directory, { recursive: true })
  const output = await open(logOf(directory, program), 'a')
  try {
    const [started, words] = endsWithProcess ? endingWithParent('TERM', program, args) : [program, [...args]]
    const child = spawn(started, words, { stdio: ['ignore', output.fd, output.fd], detached: true })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error) =>
        reject(new Error(`cannot start ${program}: ${error.message}`, { cause: error })),
      )
    })
    const { pid = 0, startTime = '' } = (await runningProcess(child.pid ?? 0)) ?? {}
    await writeFile(recordOf(directory, program), `${pid}\n${startTime}\n`)
    return child
  } finally {
    await output.close()
  }
}

/** The daemon that was started with this directory, if it still runs. */
export const runningDaemon = async (
  directory: string,
  program: string,
): Promise<RunningProcess | undefined> => {
  const record = await readFile(recordOf(directory, program), 'utf8').catch(() => '')
  const [pid = '', startTime = ''] = record.split('\n')
  const daemon = { pid: Number(pid), startTime }
  return startTime !== '' && (await stillRuns(daemon)) ? daemon : undefined
}

const endsWithinMs = 10_000
const lookEveryMs = 20

const tell = ({ pid }: RunningProcess, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited by itself.
  }
}

/** Ends the daemon that was started with this directory, by this or an earlier process. Resolves when it has exited. */
export const stopDaemon = async (directory: string, program: string): Promise<void> => {
  const daemon = await runningDaemon(directory, program)
  if (daemon) {
    tell(daemon, 'SIGTERM')
    const killAt = performance.now() + endsWithinMs
    while (await stillRuns(daemon)) {
      if (performance.now() > killAt) tell(daemon, 'SIGKILL')
      await pause(lookEveryMs)
    }
  }
  await rm(recordOf(directory, program), { force: true })
}
