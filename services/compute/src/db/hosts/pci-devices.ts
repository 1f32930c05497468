import type { HeldDevice, ReportedDevice } from '@nimbo/contracts/compute-rpc/pci'
import { inTransaction } from '@nimbo/db/in-transaction'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { PciPool } from '../../domain/pci/pci-pools.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import type { PciDeviceRow } from './pci-devices-table.ts'

type Told = Omit<PciDeviceRow, 'id' | 'created_at' | 'updated_at'>

const toldOf = (nodeId: string, device: ReportedDevice): Told => {
  const { address, vendorId, productId, type, parentAddress, numaNode, status, claimId, requestId, ...tags } =
    device
  return {
    ...{ compute_node_id: nodeId, address, vendor_id: vendorId, product_id: productId, dev_type: type },
    parent_addr: parentAddress ?? null,
    numa_node: numaNode ?? null,
    status,
    claim_id: claimId ?? null,
    request_id: requestId ?? null,
    tags: JSON.stringify(tags),
  }
}

const isAs = (row: PciDeviceRow, told: Told): boolean =>
  row.vendor_id === told.vendor_id &&
  row.product_id === told.product_id &&
  row.dev_type === told.dev_type &&
  row.parent_addr === told.parent_addr &&
  row.numa_node === told.numa_node &&
  row.status === told.status &&
  row.claim_id === told.claim_id &&
  row.request_id === told.request_id &&
  row.tags === told.tags

/** The maximum of devices that are read of a node. */
const mostDevices = 10_000

/** The PCI devices of the nodes of one cell. */
export const pciDevices = (db: Kysely<CellTables>, clock: Clock) => {
  const ofNode = (nodeId: string): Promise<PciDeviceRow[]> =>
    db
      .selectFrom('pci_devices')
      .selectAll()
      .where('compute_node_id', '=', nodeId)
      .orderBy('address')
      .limit(mostDevices)
      .execute()

  return {
    ofNode,

    /** Replaces the rows of a node by what its host reports; writes only those that changed. */
    replace: (nodeId: string, devices: readonly ReportedDevice[], pools: readonly PciPool[]): Promise<void> =>
      inTransaction(db, async (trx) => {
        const now = timestamp(clock)
        const rows = new Map((await pciDevices(trx, clock).ofNode(nodeId)).map((row) => [row.address, row]))
        for (const device of devices) {
          const told = toldOf(nodeId, device)
          const row = rows.get(device.address)
          rows.delete(device.address)
          if (row === undefined)
            await trx
              .insertInto('pci_devices')
              .values({ ...told, id: newId(), created_at: now, updated_at: null })
              .execute()
          else if (!isAs(row, told))
            await trx
              .updateTable('pci_devices')
              .set({ ...told, updated_at: now })
              .where('id', '=', row.id)
              .execute()
        }
        for (const { id, status } of rows.values())
          if (status !== 'removed')
            await trx
              .updateTable('pci_devices')
              .set({ status: 'removed', claim_id: null, request_id: null, updated_at: now })
              .where('id', '=', id)
              .execute()
        await trx
          .updateTable('compute_nodes')
          .set({
            pci_pools: JSON.stringify(pools),
            pci_free: pools.reduce((sum, { count }) => sum + count, 0),
          })
          .where('id', '=', nodeId)
          .execute()
      }),

    /** The devices of a host that servers and migrations have, and those for one use that are used up. */
    heldOn: async (
      host: string,
    ): Promise<{
      readonly held: readonly HeldDevice[]
      readonly used: readonly Pick<HeldDevice, 'node' | 'address'>[]
    }> => {
      const rows = await db
        .selectFrom('pci_devices')
        .innerJoin('compute_nodes', 'compute_nodes.id', 'pci_devices.compute_node_id')
        .select([
          'compute_nodes.node',
          'pci_devices.address',
          'pci_devices.claim_id',
          'pci_devices.request_id',
        ])
        .select('pci_devices.tags')
        .where('compute_nodes.host', '=', host)
        .where('pci_devices.status', 'in', ['claimed', 'allocated', 'unavailable'])
        .orderBy('pci_devices.address')
        .limit(mostDevices)
        .execute()
      return {
        held: rows.flatMap(({ node, address, claim_id, request_id }) =>
          claim_id === null || request_id === null
            ? []
            : [{ node, address, claimId: claim_id, requestId: request_id }],
        ),
        used: rows.flatMap(({ node, address, claim_id, tags }) =>
          claim_id === null || (JSON.parse(tags) as { readonly oneTimeUse?: boolean }).oneTimeUse === true
            ? [{ node, address }]
            : [],
        ),
      }
    },

    /** Every device that a claim has. */
    held: (): Promise<Pick<PciDeviceRow, 'id' | 'address' | 'claim_id' | 'compute_node_id'>[]> =>
      db
        .selectFrom('pci_devices')
        .select(['id', 'address', 'claim_id', 'compute_node_id'])
        .where('claim_id', 'is not', null)
        .orderBy('id')
        .limit(100_000)
        .execute(),

    /** Frees a device if that claim still has it. */
    strikeOut: async (id: string, claimId: string): Promise<void> => {
      await db
        .updateTable('pci_devices')
        .set({ status: 'available', claim_id: null, request_id: null, updated_at: timestamp(clock) })
        .where('id', '=', id)
        .where('claim_id', '=', claimId)
        .execute()
    },

    /** The free devices of nodes by kind; nodes without devices are left out. */
    poolsOf: async (nodeIds: readonly string[]): Promise<ReadonlyMap<string, readonly PciPool[]>> => {
      if (nodeIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('compute_nodes')
        .select(['id', 'pci_pools'])
        .where('id', 'in', nodeIds)
        .where('pci_pools', 'is not', null)
        .execute()
      return new Map(rows.map(({ id, pci_pools }) => [id, JSON.parse(pci_pools ?? '[]') as PciPool[]]))
    },
  }
}
