import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { errors } from '../agent-errors.ts'
import type { GivenDevice, HostDevices } from './host-devices.ts'

/**
 * Throws `MigrationPreCheckError` when a running guest has a device that cannot move with it: a device of its flavor
 * that is not marked as live_migratable, or a port that a whole card backs. A port that a virtual function backs does
 * not hinder: it is unplugged during the migration.
 */
export const requireDevicesMove = (
  devices: Pick<HostDevices, 'heldBy'>,
  { id, flavor: { pciRequests = [] } }: Pick<HostedServer, 'id' | 'flavor'>,
): void => {
  const ofFlavor = new Set(pciRequests.map((request) => request.id))
  const moves = ({ requestId, device }: GivenDevice): boolean =>
    ofFlavor.has(requestId) ? device.liveMigratable === true : device.type === 'type-VF'
  const bound = devices.heldBy(id).filter((given) => !moves(given))
  if (bound.length === 0) return
  const addresses = bound.map(({ device }) => device.address).join(', ')
  throw errors.MigrationPreCheckError({
    reason: `Instance ${id} has PCI devices that are not live migratable: ${addresses}.`,
  })
}
