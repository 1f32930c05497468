import { powerStates } from '@nimbo/compute/driver/hypervisor'
import type { QuiescesGuests } from '@nimbo/compute/driver/quiesces-guests'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DriverDeps } from './driver-deps.ts'

/** A guest may have much to write out before its file systems are frozen. */
const timeoutMs = 50_000

/** Freezes and thaws all file systems of guests through their agents. */
export const quiescesGuests = ({
  session,
  domains,
}: Pick<DriverDeps, 'session' | 'domains'>): QuiescesGuests => ({
  freeze: async (id) => {
    const all = { domain: await domains.get(id), mountPoints: [], flags: 0 }
    await session.call(procedures.domainFsFreeze, all, { timeoutMs })
  },
  thaw: async (id) => {
    const domain = await domains.find(id)
    if (domain === undefined || (await domains.power(domain)) !== powerStates.running) return
    await session.call(procedures.domainFsThaw, { domain, mountPoints: [], flags: 0 }, { timeoutMs })
  },
})
