import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { lastAuditPeriod } from '@nimbo/notifications/audit-period'
import { writingNotifier } from '@nimbo/notifications/writing-notifier'
import { receiveAll, telling } from '@nimbo/testkit/received-notifications'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { auditUsage } from '../src/manage/audit-usage.ts'
import { makeVolume, startVolumeCloud } from './volume-cloud.ts'

/** The notifier of a separate process, as when an operator runs the command. */
const notifier = writingNotifier({
  clock: systemClock,
  host: 'one',
  config: {
    DEFAULT: { control_exchange: 'cinder' },
    oslo_messaging_notifications: {
      ...{ driver: ['messagingv2'], topics: ['notifications'], transport_url: undefined },
    },
  },
})

test('a repeated usage audit of a period announces each volume and snapshot only once', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { config: telling })
  const id = await makeVolume(cloud, { name: 'data' })
  const made = await cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: id } })
  await cloud.settled()
  const db = await cloud.database()
  const inAYear = lastAuditPeriod('month', new Date(Date.now() + 366 * 86_400_000))
  await cloud.told()
  await using heard = await receiveAll(cloud.bus)
  for (let time = 0; time < 2; time += 1) assert.equal(await auditUsage(db, notifier, inAYear), 2)
  const before = lastAuditPeriod('year', new Date(0))
  assert.equal(await auditUsage(db, notifier, before), 0, 'no volume existed by then')
  // A running process reads its outbox when it writes to it.
  await makeVolume(cloud)
  await cloud.told()
  const exists = heard.messages.filter(({ event_type }) => event_type.endsWith('.exists'))
  assert.deepEqual(
    exists.map(({ event_type }) => event_type),
    ['volume.exists', 'snapshot.exists'],
  )
  const [volume, snapshot] = exists.map(({ payload }) => payload as Readonly<Record<string, unknown>>)
  assert.deepEqual(
    [volume?.volume_id, volume?.display_name, volume?.audit_period_ending],
    [id, 'data', inAYear.ending.toISOString()],
  )
  assert.equal(snapshot?.snapshot_id, made.body.snapshot.id)
  assert.equal(exists[0]?.publisher_id, 'volume.one@fake')
  await heard.assertDeclared()
})
