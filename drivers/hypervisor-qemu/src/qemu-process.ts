import { messageOf } from '@nimbo/kernel/errors'
import type { RunningProcess } from '@nimbo/kernel/running-process'
import { runningIn, startDetached } from '@nimbo/qmp/detached-program'
import { errors } from './errors.ts'
import type { GuestPaths } from './guest-paths.ts'

/** The running QEMU of a guest, started by this or an earlier process. */
export const runningQemu = (paths: GuestPaths, id: string): Promise<RunningProcess | undefined> =>
  runningIn(paths, (words) => words[words.indexOf('-uuid') + 1] === id)

/** Starts QEMU in the guest's directory, in a session of its own, so that it outlives this process. */
export const startQemu = async (
  program: string,
  args: readonly string[],
  paths: GuestPaths,
): Promise<RunningProcess> => {
  try {
    return await startDetached(program, args, paths)
  } catch (cause) {
    throw errors.QemuFailed({ reason: messageOf(cause) }, { cause })
  }
}
