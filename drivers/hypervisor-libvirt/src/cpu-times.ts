import type { CpuTimes } from '@nimbo/compute/driver/cpu-times'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DriverDeps } from './driver-deps.ts'

/** The sum of all CPUs instead of one of them. */
const allCpus = -1

/** The CPU times that libvirt tells of its host. */
export const hostCpuTimes =
  ({ session }: Pick<DriverDeps, 'session'>) =>
  async (): Promise<CpuTimes> => {
    const { mhz } = await session.call(procedures.nodeGetInfo, undefined)
    // libvirt first says how many figures there are, and tells that many when asked for them.
    const asked = { cpu: allCpus, flags: 0 }
    const { count } = await session.call(procedures.nodeGetCpuStats, { ...asked, count: 0 })
    const { figures } = await session.call(procedures.nodeGetCpuStats, { ...asked, count })
    const ofState = (state: string): number =>
      Number(figures.find(({ field }) => field === state)?.value ?? 0n)
    return {
      user: ofState('user'),
      kernel: ofState('kernel'),
      idle: ofState('idle'),
      iowait: ofState('iowait'),
      frequency: mhz,
      source: 'libvirt.LibvirtDriver',
    }
  }
