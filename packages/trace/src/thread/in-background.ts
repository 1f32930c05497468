import { constants, getPriority, platform, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL: step, PRIORITY_LOW: lowest } = constants.priority

/**
 * Has the thread that calls this wait for a core while its process, or another, needs it: else the kernel lets who was just
 * woken go first, and whoever gave it work loses the core by doing so. Where a thread has no priority of its own, nothing
 * is changed.
 */
export const workInBackground = (): void => {
  if (platform() === 'linux') setPriority(0, Math.min(lowest, getPriority(0) + step))
}
