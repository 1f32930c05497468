import { spawn } from 'node:child_process'
import { open, readFile, readlink, realpath } from 'node:fs/promises'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { type RunningProcess, runningProcess, stillRuns } from '@nimbo/kernel/running-process'
import { errors } from './errors.ts'
import type { GuestPaths } from './guest-paths.ts'

const lookEveryMs = 20

/** What it was started with tells a QEMU of ours from another process that was given its number since. */
const isQemuOf = async (pid: number, paths: GuestPaths, id: string): Promise<boolean> => {
  try {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    if (words[words.indexOf('-uuid') + 1] !== id) return false
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(paths.directory))
  } catch {
    // It ends, or is somebody else's and not to be looked at.
    return false
  }
}

/** The QEMU of a guest, if one runs: started by this process, or by one before it. */
export const runningQemu = async (paths: GuestPaths, id: string): Promise<RunningProcess | undefined> => {
  const pid = Number((await readFile(paths.pidFile, 'utf8').catch(() => '')).trim())
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const found = await runningProcess(pid)
  return found !== undefined && (await isQemuOf(pid, paths, id)) ? found : undefined
}

/** What QEMU said last; it says why it ends in one line. */
export const lastWords = async ({ log }: GuestPaths): Promise<string> =>
  (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').at(-1) ?? ''

/** Starts a QEMU in the directory of its guest, in a session of its own: it outlives this process. */
export const startQemu = async (
  program: string,
  args: readonly string[],
  paths: GuestPaths,
): Promise<RunningProcess> => {
  const log = await open(paths.log, 'w', 0o600)
  try {
    const child = spawn(program, args, {
      cwd: paths.directory,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (cause) => reject(errors.QemuFailed({ reason: cause.message }, { cause })))
    })
    child.unref()
    const running = await runningProcess(child.pid ?? 0)
    if (running === undefined) throw errors.QemuFailed({ reason: await lastWords(paths) })
    return running
  } finally {
    await log.close()
  }
}

/** Whether the process ends in time. */
export const endsWithin = async (running: RunningProcess, ms: number, clock: Clock): Promise<boolean> => {
  for (const end = clock.now() + ms; await stillRuns(running); ) {
    if (clock.now() > end) return false
    await pause(clock, lookEveryMs)
  }
  return true
}

/** Ends a process at once. One that has ended is a success. */
export const kill = ({ pid }: RunningProcess): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
