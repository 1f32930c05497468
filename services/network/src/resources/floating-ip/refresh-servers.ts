import type { Inside } from '../../app/deps.ts'
import { computeEvent } from '../../compute-events/compute-event.ts'
import { addComputeEvents } from '../../compute-events/compute-events.ts'
import { isServerPort } from '../port/device-owners.ts'
import { ports } from '../port/ports.ts'

/** Tells Nova to refresh the network information of these ports' servers. */
export const tellCompute = async (
  { deps, ctx, db, afterwards }: Inside,
  portIds: readonly (string | null)[],
): Promise<void> => {
  const known = await ports.plainById(
    db,
    'all',
    portIds.filter((id) => id !== null),
  )
  const ofServers = [...known.values()].filter((port) => isServerPort(port) && port.device_id !== '')
  const events = ofServers.map((port) => computeEvent(ctx, deps.clock, 'network-changed', port))
  await addComputeEvents(db, events)
  afterwards(() => deps.sendComputeEvents(events))
}
