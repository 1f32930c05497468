import type { LifecycleEvent } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { type LifecycleMessage, lifecycle, stoppedDetails } from '@nimbo/libvirt/events'
import { domainName } from './domain-xml.ts'

const eventOf = ({ event, detail }: LifecycleMessage): LifecycleEvent['event'] | undefined => {
  switch (event) {
    case lifecycle.started:
      return 'started'
    case lifecycle.suspended:
      return 'paused'
    case lifecycle.resumed:
      return 'resumed'
    case lifecycle.crashed:
      return 'crashed'
    case lifecycle.stopped:
      if (detail === stoppedDetails.migrated) return undefined
      // "Failed" means that QEMU exited without notice: killed, or crashed.
      return detail === stoppedDetails.crashed || detail === stoppedDetails.failed ? 'crashed' : 'stopped'
    default:
      return undefined
  }
}

/**
 * The lifecycle event of a libvirt message; undefined for an irrelevant message or another cloud's domain. Changes made by this
 * driver itself are reported, too: consumers check the state first.
 */
export const lifecycleEvent = (message: LifecycleMessage): LifecycleEvent | undefined => {
  const { name, uuid } = message.domain
  if (name !== domainName(uuid)) return undefined
  const event = eventOf(message)
  return event && { id: uuid as ServerId, event }
}
