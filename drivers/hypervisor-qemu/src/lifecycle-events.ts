import type { LifecycleEvent } from '@nimbo/compute/driver/hypervisor'
import type { QmpEvent } from '@nimbo/qmp/messages'

/** Whether QEMU will exit as intended: because the guest powered off, or because its end was requested. */
export const shutsDown = ({ event, data }: QmpEvent): boolean =>
  event === 'SHUTDOWN' && data.reason !== 'host-error' && data.reason !== 'guest-panic'

/**
 * The lifecycle event of a QMP event; undefined for irrelevant ones: after a reset the guest keeps running, and a pressed power
 * button has no effect until the guest reacts. Changes made by this driver itself are reported, too: consumers check the state
 * first. QEMU's exit is detected by its process.
 */
export const eventOf = ({ event }: QmpEvent): LifecycleEvent['event'] | undefined => {
  switch (event) {
    case 'STOP':
      return 'paused'
    case 'RESUME':
      return 'resumed'
    case 'GUEST_PANICKED':
      return 'crashed'
    default:
      return undefined
  }
}
