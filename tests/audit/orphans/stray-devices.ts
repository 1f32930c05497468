import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { ago } from './ago.ts'
import type { Orphan } from './orphan.ts'

/** A PCI device that is allocated to a claim that does not exist. */
export const strayDevices: readonly Orphan[] = [
  {
    kind: 'device-without-server',
    make: async ({ cell, hosts: [, host] }) => {
      const node = await cell
        .selectFrom('compute_nodes')
        .select('id')
        .where('host', '=', host)
        .executeTakeFirstOrThrow()
      const id = randomUUID()
      await cell
        .insertInto('pci_devices')
        .values({
          ...{ id, compute_node_id: node.id, address: '0000:81:10.0', vendor_id: '8086', product_id: '10ed' },
          ...{ dev_type: 'type-VF', parent_addr: null, numa_node: null, status: 'allocated', tags: '{}' },
          ...{ claim_id: randomUUID(), request_id: randomUUID(), created_at: ago(1), updated_at: null },
        })
        .execute()
      return async () => {
        const device = await cell
          .selectFrom('pci_devices')
          .select(['status', 'claim_id'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        assert.deepEqual(device, { status: 'available', claim_id: null })
      }
    },
  },
]
