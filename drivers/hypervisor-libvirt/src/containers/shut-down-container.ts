import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { isLibvirtError } from '@nimbo/libvirt/errors'
import { shutdownFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import type { ContainerDeps } from './container-deps.ts'

/**
 * Asks the first process of a container to end; resolves when it did, or after `timeoutMs`. It is asked in both ways, since libvirt
 * by itself believes in the first one whether somebody listens or not.
 */
export const shutDownContainer =
  ({ session, domains, clock, guests }: ContainerDeps) =>
  async (domain: DomainRef, timeoutMs: number): Promise<void> => {
    const end = clock.now() + timeoutMs
    while (clock.now() < end) {
      for (const flags of [shutdownFlags.initctl, shutdownFlags.signal])
        try {
          await session.call(procedures.domainShutdownFlags, { domain, flags })
        } catch (error) {
          // It has ended meanwhile, or does not listen: its state shows which.
          if (!isLibvirtError(error)) throw error
        }
      const wait = Math.min(guests.shutdownRetrySeconds * 1_000, end - clock.now())
      if (await domains.reaches(domain, powerStates.shutdown, wait)) return
    }
  }
