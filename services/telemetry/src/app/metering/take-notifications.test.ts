import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { migrations } from '../../db/metering/migrations.ts'
import type { MeteringTables } from '../../db/metering/tables.ts'
import { pipelineOf } from '../../domain/metering/pipeline.ts'
import { takeNotifications } from './take-notifications.ts'

const pipeline = pipelineOf({
  sources: [{ name: 'none', meters: ['!*'], sinks: ['none'] }],
  sinks: [{ name: 'none', publishers: ['test://'] }],
})
const volumes = Array.from({ length: 30 }, (_, index) => `v${index}`)

eachDatabase((kind) => {
  it('no use lasts of volumes whose creation and deletion two agents handle at the same time', () =>
    withDatabase<MeteringTables>(kind, migrations, async (db) => {
      const take = takeNotifications({ db, clock: systemClock, log: silentLog, pipeline })
      const tell = (verb: string, second: number, volume_id: string) =>
        take([
          {
            ...{
              message_id: `${verb} ${volume_id}`,
              _unique_id: '',
              event_type: `volume.${verb}.end`,
              priority: 'INFO',
            },
            ...{ publisher_id: 'volume.h1', timestamp: `2026-01-31 10:00:0${second}.000000` },
            payload: { volume_id, size: 1, tenant_id: 'p' },
          },
        ])
      await Promise.all(volumes.flatMap((volume) => [tell('create', 1, volume), tell('delete', 2, volume)]))
      const uses = await db.selectFrom('uses').select(['resource_id', 'begun_at', 'ended_at']).execute()
      assert.deepEqual(uses.map(({ resource_id }) => resource_id).sort(), volumes.toSorted())
      for (const { begun_at, ended_at } of uses) assert.equal(Number(ended_at) - Number(begun_at), 1_000)
    }))
})
