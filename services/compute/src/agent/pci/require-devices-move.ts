import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { errors } from '../agent-errors.ts'
import type { HostDevices } from './host-devices.ts'

/**
 * Throws `MigrationPreCheckError` when a running guest has a device that cannot move with it: one of its flavor that is not
 * marked as live_migratable, or a port that is a PCI device.
 */
export const requireDevicesMove = (
  devices: Pick<HostDevices, 'heldBy'>,
  { id }: Pick<HostedServer, 'id'>,
): void => {
  const bound = devices.heldBy(id).filter(({ device }) => device.liveMigratable !== true)
  if (bound.length === 0) return
  const addresses = bound.map(({ device }) => device.address).join(', ')
  throw errors.MigrationPreCheckError({
    reason: `Instance ${id} has PCI devices that are not live migratable: ${addresses}.`,
  })
}
