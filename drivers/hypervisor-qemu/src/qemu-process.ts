import { spawn } from 'node:child_process'
import { open, readFile, readlink, realpath } from 'node:fs/promises'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { type RunningProcess, runningProcess, stillRuns } from '@nimbo/kernel/running-process'
import { errors } from './errors.ts'
import type { GuestPaths } from './guest-paths.ts'

const lookEveryMs = 20

/** Checks the command line, to distinguish a guest's QEMU from another process that has got its process id since. */
const isQemuOf = async (pid: number, paths: GuestPaths, id: string): Promise<boolean> => {
  try {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    if (words[words.indexOf('-uuid') + 1] !== id) return false
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(paths.directory))
  } catch {
    // The process is exiting, or belongs to another user and cannot be inspected.
    return false
  }
}

/** The running QEMU of a guest, started by this or an earlier process. */
export const runningQemu = async (paths: GuestPaths, id: string): Promise<RunningProcess | undefined> => {
  const pid = Number((await readFile(paths.pidFile, 'utf8').catch(() => '')).trim())
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const found = await runningProcess(pid)
  return found !== undefined && (await isQemuOf(pid, paths, id)) ? found : undefined
}

/** QEMU's last line of error output, which says why it exits. */
export const lastWords = async ({ log }: GuestPaths): Promise<string> =>
  (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').at(-1) ?? ''

/** Starts QEMU in the guest's directory, in a session of its own, so that it outlives this process. */
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
