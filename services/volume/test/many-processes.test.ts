import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { defaultCinderConfig } from '../src/config.ts'
import { startCinderScheduler } from '../src/roles/cinder-scheduler.ts'
import { makeVolume, startVolumeCloud } from './volume-cloud.ts'

/** A back end that counts how often each volume is created, and waits for a promise if given. */
const countingVolumes = (leave: Promise<void> = Promise.resolve()) => {
  const backend = fakeVolumes()
  const times = new Map<string, number>()
  const begun = Promise.withResolvers<void>()
  const create = async (id: string, sizeGb: number): Promise<void> => {
    times.set(id, (times.get(id) ?? 0) + 1)
    begun.resolve()
    await leave
    await backend.volumes.create(id, sizeGb)
  }
  return { backend: { ...backend, volumes: { ...backend.volumes, create } }, times, begun: begun.promise }
}

test('schedulers that share a database create each volume once', async () => {
  const { backend, times } = countingVolumes()
  await using cloud = await startVolumeCloud(backend, { processes: 2 })
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    Array(8).fill(202),
  )
  await cloud.settled()
  const { body } = await cloud.send('GET', '/v3/volumes/detail')
  assert.deepEqual(
    body.volumes.map(({ status }: { status: string }) => status),
    Array(8).fill('available'),
  )
  assert.deepEqual([...times.values()], Array(8).fill(1))
})

test('a starting scheduler does not repeat the running work of another one on its host', async () => {
  const leave = Promise.withResolvers<void>()
  const { backend, times, begun } = countingVolumes(leave.promise)
  await using cloud = await startVolumeCloud(backend)
  const { body } = await cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })
  await begun
  await cloud.addScheduler()
  leave.resolve()
  await cloud.settled()
  assert.equal(times.get(body.volume.id), 1)
  const shown = await cloud.send('GET', `/v3/volumes/${body.volume.id}`)
  assert.equal(shown.body.volume.status, 'available')
})

test('parallel requests to several processes do not exceed the quota of a project', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { processes: 3 })
  const replies = await Promise.all(
    Array.from({ length: 15 }, () => cloud.send('POST', '/v3/volumes', { volume: { size: 1 } })),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [
    ...Array(10).fill(202),
    ...Array(5).fill(413),
  ])
})

test('deleting volumes and creating snapshots in parallel leaves no snapshot without its volume', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { processes: 2 })
  const ids = [await makeVolume(cloud), await makeVolume(cloud), await makeVolume(cloud)]
  await Promise.all(
    ids.flatMap((id, index) => {
      const take = () => cloud.send('POST', '/v3/snapshots', { snapshot: { volume_id: id } })
      const remove = () => cloud.send('DELETE', `/v3/volumes/${id}`)
      return index % 2 === 0 ? [take(), remove()] : [remove(), take()]
    }),
  )
  await cloud.settled()
  const { body } = await cloud.send('GET', '/v3/snapshots')
  const taken = new Set(body.snapshots.map((snapshot: { volume_id: string }) => snapshot.volume_id))
  for (const id of ids) {
    const { status } = await cloud.send('GET', `/v3/volumes/${id}`)
    assert.equal(status, taken.has(id) ? 200 : 404)
  }
})

test('a scheduler refuses filters that do not exist', async () => {
  const defaults = defaultCinderConfig()
  const scheduler_default_filters = ['CapacityFilter', 'GoodnessFilter']
  const config = { ...defaults, DEFAULT: { ...defaults.DEFAULT, scheduler_default_filters } }
  const host = {} as Parameters<typeof startCinderScheduler>[0]
  await assert.rejects(startCinderScheduler(host, { config }), /scheduler_default_filters = GoodnessFilter/)
})

test('each service is listed once, with its host and state', async () => {
  await using cloud = await startVolumeCloud(fakeVolumes(), { processes: 2 })
  const { body } = await cloud.send('GET', '/v3/os-services', undefined, { as: 'admin:ops' })
  assert.deepEqual(
    body.services.map(({ binary, host, state }: Record<string, string>) => [binary, host, state]),
    [
      ['cinder-scheduler', 'one', 'up'],
      ['cinder-volume', 'one@fake', 'up'],
    ],
  )
})
