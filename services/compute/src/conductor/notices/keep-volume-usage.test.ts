import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { type Notifier, silentNotifier } from '@nimbo/notifications/notifier'
import { testDatabase } from '@nimbo/testing/test-database'
import { cellMigrations } from '../../db/schema/cell-migrations.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances } from '../../db/servers/instances.ts'
import { sampleServer } from '../../domain/servers/server.testing.ts'
import { keepVolumeUsage } from './keep-volume-usage.ts'

const serverId = '55555555-5555-4555-8555-555555555555' as ServerId

test('what is told twice or late of a volume counts once, and more than a billion bytes count', async (t) => {
  const { db, close } = await testDatabase<CellTables>(cellMigrations)
  t.after(close)
  const told: unknown[] = []
  const tell: Notifier['tell'] = async (_db, _ctx, _notification, { payload }) => {
    told.push(await payload())
  }
  await instances(db, clock).create(sampleServer({ id: serverId }))
  const keep = keepVolumeUsage({
    databases: { cell: async () => db },
    notifier: { ...silentNotifier, tell },
    ...{ clock, cellId: 'cell-1' },
  })
  const used = (second: number, bytes: number, detached: boolean, ids = [serverId]) =>
    keep(internalContext(), {
      ...{ host: 'host-1', detached, measuredAt: `2026-01-31T12:00:0${second}.000Z` },
      servers: ids.map((id) => ({
        serverId: id,
        volumes: [{ volumeId: 'v', reads: 1, readBytes: bytes, writes: 0, writeBytes: 0 }],
      })),
    })
  await used(1, 5_000_000_000, false)
  await used(3, 6_000_000_000, true)
  await used(3, 6_000_000_000, true)
  await used(2, 5_500_000_000, false)
  await used(4, 7_000_000_000, false, ['66666666-6666-4666-8666-666666666666' as ServerId])
  await used(5, 1_000_000_000, false)
  assert.deepEqual(
    told.map((one) => Object(one).read_bytes),
    [5, 5, 6, 6, 7, 7].map((billions) => billions * 1_000_000_000),
  )
})
