import type { LifecycleEvent } from '@nimbo/compute/driver/hypervisor'
import type { QmpEvent } from '@nimbo/qmp/messages'

/** After this QEMU ends because it was to: the guest powered off, or somebody asked for it. */
export const shutsDown = ({ event, data }: QmpEvent): boolean =>
  event === 'SHUTDOWN' && data.reason !== 'host-error' && data.reason !== 'guest-panic'

/**
 * What QEMU's message means for a server, undefined if nothing: a reset goes on running, and the button that was pressed is
 * nothing until the guest obeys. Changes that this driver made itself are told of too: whoever acts on them looks at the
 * state first. That QEMU ends is seen by its going.
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
