import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from '@nimbo/local-guests/errors'

const attempts = 3

/** Requests the guest to shut down; returns whether it did within `timeoutMs`. */
export const shutDownGuest =
  ({ session, domains, clock, guests }: DriverDeps) =>
  async (domain: DomainRef, timeoutMs: number): Promise<boolean> => {
    const end = clock.now() + timeoutMs
    const pressAgainMs = guests.shutdownRetrySeconds * 1_000
    while (clock.now() < end) {
      try {
        await session.call(procedures.domainShutdownFlags, { domain, flags: 0 })
      } catch (error) {
        // The guest has shut down meanwhile, or cannot receive the request: its state shows which.
        if (!isLibvirtError(error)) throw error
      }
      const wait = Math.min(pressAgainMs, end - clock.now())
      if (await domains.reaches(domain, powerStates.shutdown, wait)) return true
    }
    return false
  }

/** Powers off immediately. Idempotent. */
export const pullThePlug =
  ({ session, domains, clock }: Pick<DriverDeps, 'session' | 'domains' | 'clock'>) =>
  async (domain: DomainRef): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await session.call(procedures.domainDestroyFlags, { domain, flags: 0 }, { timeoutMs: 60_000 })
        return
      } catch (error) {
        if (isLibvirtError(error, errorCodes.operationInvalid, errorCodes.noDomain)) return
        if ((await domains.power(domain)) === powerStates.shutdown) return
        // A QEMU process stuck in a system call outlives libvirt's timeout, and usually exits shortly afterwards.
        if (attempt === attempts)
          throw errors.InstancePowerOffFailure(
            { instanceId: domain.uuid, reason: 'QEMU does not end' },
            { cause: error },
          )
        await pause(clock, 1_000 * attempt)
      }
    }
  }
