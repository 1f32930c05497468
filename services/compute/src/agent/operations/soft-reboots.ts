import type { ServerId } from '@nimbo/kernel/ids'
import type { Hypervisor } from '../../driver/hypervisor.ts'

/** The soft reboots under way on a host. */
export interface SoftReboots {
  /** Counts a server as rebooting softly while `reboot` runs. */
  during(id: ServerId, reboot: () => Promise<void>): Promise<void>
  /** Powers off a guest that is being rebooted softly, so that its reboot continues; does nothing to other guests. */
  cut(id: ServerId): Promise<void>
}

export const softReboots = ({ power }: Pick<Hypervisor, 'power'>): SoftReboots => {
  const underWay = new Set<ServerId>()
  return {
    during: async (id, reboot) => {
      underWay.add(id)
      try {
        await reboot()
      } finally {
        underWay.delete(id)
      }
    },
    cut: async (id) => {
      if (underWay.has(id)) await power.powerOff(id, 0)
    },
  }
}
