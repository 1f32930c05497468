import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { testDatabase } from '@nimbo/testing/test-database'
import { cellMigrations } from '../db/schema/cell-migrations.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { migrations } from '../db/server-migrations/migrations.ts'
import { blockDevices } from '../db/servers/block-devices.ts'
import { instances } from '../db/servers/instances.ts'
import type { BlockDevice } from '../domain/servers/request-spec.ts'
import { sampleServer } from '../domain/servers/server.testing.ts'
import { heldOn } from './reconcile-host.ts'

const rootDisk = (parts: Partial<BlockDevice>): BlockDevice => ({
  id: newId(),
  sourceType: 'image',
  destinationType: 'local',
  bootIndex: 0,
  deleteOnTermination: true,
  ...parts,
})

test('a host that starts holds for moved servers what they claimed: disks but not volumes, and NUMA cells', async () => {
  const { db: cell, close } = await testDatabase<CellTables>(cellMigrations)
  try {
    const moved = async (number: number, disk: BlockDevice, imageProperties = {}) => {
      const server = sampleServer({ number, host: 'host-2', imageProperties })
      await instances(cell, clock).create(server)
      await blockDevices(cell, clock).insert(server.id, [disk])
      const { id } = await migrations(cell, clock).create(number, {
        ...{ server_id: server.id, project_id: 'project', user_id: 'user', old_flavor: server.flavor },
        ...{ migration_type: 'resize', status: 'finished', source_compute: 'host-1', source_node: 'host-1' },
      })
      return id
    }
    const local = await moved(1, rootDisk({}))
    const volume = await moved(2, rootDisk({ destinationType: 'volume', volumeId: newId() }))
    const numa = await moved(3, rootDisk({}), { hw_numa_nodes: '1' })
    const held = new Map((await heldOn({ clock }, cell, 'host-1')).map((claim) => [claim.id, claim]))
    assert.deepEqual(
      [local, volume, numa].map((id) => [held.get(id)?.diskGb, held.get(id)?.numaTopology?.cells.length]),
      [
        [1, undefined],
        [0, undefined],
        [1, 1],
      ],
    )
    assert.deepEqual(await heldOn({ clock }, cell, 'host-2'), [])
  } finally {
    await close()
  }
})
