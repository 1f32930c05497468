import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import { suspendedDetails, lifecycle, type LifecycleMessage } from '@nimbo/libvirt/events'
import { domainStates, pausedReasons } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import type { DriverDeps } from './driver-deps.ts'

const retryMs = 1_000

type Deps = Pick<DriverDeps, 'session' | 'domains' | 'clock' | 'log'>

/** Whether QEMU stopped the guest because a request to a disk failed. */
export const isStoppedByError = ({ event, detail }: LifecycleMessage): boolean =>
  event === lifecycle.suspended && detail === suspendedDetails.ioError

/**
 * Lets a guest with disks over NBD go on a moment after QEMU has stopped it for a failed request, which QEMU then repeats. As long
 * as the export is away, QEMU stops the guest again. libvirt before 9.1 cannot have QEMU itself wait (`reconnect`).
 */
export const resumeAfterError =
  ({ session, domains, clock, log }: Deps) =>
  async (domain: DomainRef): Promise<void> => {
    try {
      await pause(clock, retryMs)
      const { state, reason } = await session.call(procedures.domainGetState, { domain, flags: 0 })
      if (state !== domainStates.paused || reason !== pausedReasons.ioError) return
      if (!(await domains.xml(domain)).includes("protocol='nbd'")) return
      log.warn({ server: domain.uuid }, 'a disk over NBD failed; the guest goes on')
      await session.call(procedures.domainResume, { domain })
    } catch (error) {
      log.warn({ server: domain.uuid, reason: messageOf(error) }, 'cannot resume a guest after a disk failed')
    }
  }
