import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const othersMayEnter = 0o001

/**
 * Whether a QEMU under a user of its own, as libvirt prefers, could not reach `path`: a directory on the way admits
 * its owner alone, as `/root` does. libvirt hands over files, but never the directories above them.
 */
export const needsRoot = async (path: string): Promise<boolean> => {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const { mode } = await stat(directory)
    if ((mode & othersMayEnter) === 0) return true
    if (directory === dirname(directory)) return false
  }
}
