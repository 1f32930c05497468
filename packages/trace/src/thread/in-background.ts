import { constants, getPriority, platform, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL: step, PRIORITY_LOW: lowest } = constants.priority

/**
 * Lowers the calling thread's priority, because the kernel prefers a thread that was just woken, so the thread that gave it work
 * would lose the core. Has no effect where threads have no priority of their own.
 */
export const workInBackground = (): void => {
  if (platform() === 'linux') setPriority(0, Math.min(lowest, getPriority(0) + step))
}
