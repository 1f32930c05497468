import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { blockDevices } from '../../db/servers/block-devices.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { withRecordedFloatingIps } from '../../domain/networks/seen-interfaces.ts'
import { changeInterfaces } from '../change-interfaces.ts'
import { instances, type ServerChanges } from '../../db/servers/instances.ts'

/** Records the host's report about a server that arrived, with other changes. To be called in a transaction. */
export const recordMoved = async (
  trx: Kysely<CellTables>,
  clock: Clock,
  serverId: string,
  { moved, changes }: { readonly moved: Moved; readonly changes: ServerChanges },
): Promise<void> => {
  const { powerState, interfaces, deviceAddresses, disks = [] } = moved
  await instances(trx, clock).update(serverId, {
    ...changes,
    ...(powerState === undefined ? {} : { powerState }),
    ...(deviceAddresses === undefined ? {} : { deviceAddresses }),
  })
  if (interfaces !== undefined)
    await changeInterfaces(trx, clock, { serverId }, (recorded) =>
      withRecordedFloatingIps(recorded, interfaces),
    )
  for (const { id, device, attachmentId, connectionInfo } of disks)
    await blockDevices(trx, clock).update(id, {
      device_name: device,
      ...(attachmentId === undefined ? {} : { attachment_id: attachmentId }),
      ...(connectionInfo === undefined ? {} : { connection_info: JSON.stringify(connectionInfo) }),
    })
}
