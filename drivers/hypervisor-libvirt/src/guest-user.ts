import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const othersMayEnter = 0o001

/**
 * Whether a QEMU with its own user, which libvirt prefers, cannot access `path`: a directory on the way admits only its owner,
 * like `/root`. libvirt changes the owner of files, but not of the directories above them.
 */
export const needsRoot = async (path: string): Promise<boolean> => {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const { mode } = await stat(directory)
    if ((mode & othersMayEnter) === 0) return true
    if (directory === dirname(directory)) return false
  }
}
