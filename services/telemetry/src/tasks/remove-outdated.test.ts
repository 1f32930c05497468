import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { manualClock } from '@nimbo/durable/manual-clock'
import { silentLog } from '@nimbo/kernel/log'
import { insertEvents } from '../db/metering/metering.ts'
import { migrations } from '../db/metering/migrations.ts'
import { removeOldEvents } from '../db/metering/outdated.ts'
import type { MeteringTables } from '../db/metering/tables.ts'
import { removeOutdated } from './remove-outdated.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const event = (age: number, index: number) => ({
  ...{ message_id: `${age} ${index}`, event_type: 'a', generated: new Date(now - age * 1000).toISOString() },
  ...{ project_id: 'p', user_id: 'u', resource_id: 'r', traits: '{}' },
})

eachDatabase((kind) => {
  it('more outdated rows than one statement removes are removed, by several processes at once', () =>
    withDatabase<MeteringTables>(kind, migrations, async (db) => {
      const old = Array.from({ length: 2_500 }, (_, index) => event(61, index))
      await insertEvents(db, [...old, event(60, 0), event(59, 0)])
      const remove = (before: string, limit: number) => removeOldEvents(db, before, limit)
      const run = (timeToLive: number, stopping = new AbortController().signal) =>
        removeOutdated({ clock: manualClock(now), log: silentLog }, [{ name: 'events', timeToLive, remove }])(
          stopping,
        )
      const left = async () => (await db.selectFrom('events').select('message_id').execute()).length
      await run(-1)
      await run(0)
      await run(60, AbortSignal.abort())
      assert.equal(await left(), 2_502)
      await Promise.all([run(60), run(60)])
      assert.equal(await left(), 2)
    }))
})
