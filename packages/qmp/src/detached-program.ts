import { spawn } from 'node:child_process'
import { open, readFile, readlink, realpath } from 'node:fs/promises'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { type RunningProcess, runningProcess, stillRuns } from '@nimbo/kernel/running-process'

const lookEveryMs = 20

/** The files of one of QEMU's programs, which outlives the process that starts it. */
export interface ProgramFiles {
  /** Its working directory. */
  readonly directory: string
  /** The program writes its process id there, before its monitor accepts connections. */
  readonly pidFile: string
  /** Its error output. */
  readonly log: string
}

/**
 * The running program of a directory, started by this or an earlier process. `isIt` checks the command line, to distinguish the
 * program from another process that has got its process id since.
 */
export const runningIn = async (
  { directory, pidFile }: ProgramFiles,
  isIt: (words: readonly string[]) => boolean,
): Promise<RunningProcess | undefined> => {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).trim())
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const found = await runningProcess(pid)
  if (found === undefined) return undefined
  try {
    if (!isIt((await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0'))) return undefined
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(directory)) ? found : undefined
  } catch {
    // The process is exiting, or belongs to another user and cannot be inspected.
    return undefined
  }
}

/** The last line of a program's error output, which says why it exits. */
export const lastWords = async ({ log }: ProgramFiles): Promise<string> =>
  (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').at(-1) ?? ''

/**
 * Starts a program in its directory, in a session of its own, so that it outlives this process. Throws when it cannot be started
 * or exits at once.
 */
export const startDetached = async (
  program: string,
  args: readonly string[],
  files: ProgramFiles,
): Promise<RunningProcess> => {
  const log = await open(files.log, 'w', 0o600)
  try {
    const child = spawn(program, args, {
      cwd: files.directory,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    child.unref()
    const running = await runningProcess(child.pid ?? 0)
    if (running === undefined) throw new Error(`${program} ended at once: ${await lastWords(files)}`)
    return running
  } finally {
    await log.close()
  }
}

/** Whether the process exits in time. */
export const endsWithin = async (running: RunningProcess, ms: number, clock: Clock): Promise<boolean> => {
  for (const end = clock.now() + ms; await stillRuns(running); ) {
    if (clock.now() > end) return false
    await pause(clock, lookEveryMs)
  }
  return true
}

/** Sends SIGKILL to a process. Idempotent. */
export const kill = ({ pid }: RunningProcess): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has exited by itself.
  }
}
