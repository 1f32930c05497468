import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { startVolumeCloud } from './volume-cloud.ts'

const asAdmin = { as: 'admin:admin', version: '3.32' }
const show = '/v3/os-services/get-log'
const change = '/v3/os-services/set-log'

test('an operator changes the log level of one service, and the others keep theirs', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const all = await cloud.send('PUT', show, {}, asAdmin)
  const cinder = (level: string) => ({ cinder: level })
  assert.deepEqual(
    [all.status, all.body.log_levels],
    [
      200,
      [
        { binary: 'cinder-api', host: 'one', levels: cinder('INFO') },
        { binary: 'cinder-scheduler', host: 'one', levels: cinder('INFO') },
        { binary: 'cinder-volume', host: 'one@fake', levels: cinder('INFO') },
      ],
    ],
  )
  const order = { binary: 'cinder-volume', server: 'one', prefix: '', level: 'DEBUG' }
  assert.equal((await cloud.send('PUT', change, order, asAdmin)).status, 202)
  const after = await cloud.send('PUT', show, { binary: '*', server: null, prefix: 'cin' }, asAdmin)
  const levels = after.body.log_levels.map((part: { levels: object }) => part.levels)
  assert.deepEqual(levels, [cinder('INFO'), cinder('INFO'), cinder('DEBUG')])
  const other = await cloud.send('PUT', show, { binary: 'cinder-api', prefix: 'eventlet' }, asAdmin)
  assert.deepEqual(other.body.log_levels, [{ binary: 'cinder-api', host: 'one', levels: {} }])
})

test('an unknown log level or service, or a forbidden request, is refused and changes nothing', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes())
  const refused = [
    { level: 'LOUD' },
    {},
    { level: 'INFO', binary: 'nova-api' },
    { level: 'DEBUG', host: 'one' },
  ]
  for (const body of refused) assert.equal((await cloud.send('PUT', change, body, asAdmin)).status, 400)
  assert.equal((await cloud.send('PUT', change, { level: 'DEBUG' }, { version: '3.32' })).status, 403)
  assert.equal(
    (await cloud.send('PUT', change, { level: 'DEBUG' }, { ...asAdmin, version: '3.31' })).status,
    404,
  )
  const { log_levels: parts } = (await cloud.send('PUT', show, {}, asAdmin)).body
  for (const { levels } of parts) assert.deepEqual(levels, { cinder: 'INFO' })
})
