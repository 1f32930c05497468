import type { Kysely } from 'kysely'

/** A PCI device that a node offers. */
export interface PciDeviceRow {
  id: string
  compute_node_id: string
  address: string
  vendor_id: string
  product_id: string
  dev_type: 'type-PCI' | 'type-PF' | 'type-VF'
  parent_addr: string | null
  numa_node: number | null
  status: 'available' | 'claimed' | 'allocated' | 'unavailable' | 'removed'
  /** The id of the server that has the device, or of the migration that may bring a server back. */
  claim_id: string | null
  request_id: string | null
  /** JSON of the tags that `[pci] device_spec` gives to the device. */
  tags: string
  created_at: string
  updated_at: string | null
}

/** Creates the table, and the columns of nodes that count free devices by kind for the scheduler. */
export const createPciDevices = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('pci_devices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('compute_node_id', 'text', (column) =>
      column.notNull().references('compute_nodes.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('vendor_id', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('dev_type', 'text', (column) => column.notNull())
    .addColumn('parent_addr', 'text')
    .addColumn('numa_node', 'integer')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('claim_id', 'text')
    .addColumn('request_id', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text')
    .execute()
  await db.schema
    .createIndex('pci_devices_by_address')
    .on('pci_devices')
    .columns(['compute_node_id', 'address'])
    .unique()
    .execute()
  await db.schema.alterTable('compute_nodes').addColumn('pci_pools', 'text').execute()
  await db.schema
    .alterTable('compute_nodes')
    .addColumn('pci_free', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
