import { type PowersServers, powerStates } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import type { DriverDeps } from './driver-deps.ts'
import { ensureBridges } from './ensure-bridge.ts'
import { errors } from '@nimbo/local-guests/errors'

/** In milliseconds; long enough to write or read the memory of a large guest. */
const memoryTimeoutMs = 540_000

/** Suspends servers to the host's disk (managed save), and resumes them. */
export const suspendsServers = (
  { session, domains }: DriverDeps,
  powerOn: PowersServers['powerOn'],
): Pick<PowersServers, 'suspend' | 'resume'> => {
  const isSaved = async (domain: DomainRef): Promise<boolean> =>
    (await session.call(procedures.domainHasManagedSaveImage, { domain, flags: 0 })).result === 1

  return {
    suspend: async (id) => {
      const domain = await domains.get(id)
      if (await isSaved(domain)) return
      await session.call(procedures.domainManagedSave, { domain, flags: 0 }, { timeoutMs: memoryTimeoutMs })
    },
    resume: async (order) => {
      const domain = await domains.find(order.id)
      if (domain === undefined || !(await isSaved(domain))) return powerOn(order)
      await ensureBridges(order.vifs)
      const restored = { domain, flags: 0 }
      await session.call(procedures.domainCreateWithFlags, restored, { timeoutMs: memoryTimeoutMs })
      if (!(await domains.reaches(domain, powerStates.running, 10_000)))
        throw errors.InstancePowerOnFailure({
          instanceId: order.id,
          reason: 'the domain did not go on from its saved memory',
        })
    },
  }
}
