import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { imageReadings } from './image-readings.ts'
import { startImageStory } from './image-story.ts'

type Story = Awaited<ReturnType<typeof startImageStory>>

const bytes = Buffer.from('data')

const bring = (story: Story, id: string, json: object) =>
  story.send('POST', `/v2/images/${id}/import`, { by: 'admin', json })

const stage = (story: Story, id: string) =>
  story.send('PUT', `/v2/images/${id}/stage`, {
    headers: { 'content-type': 'application/octet-stream' },
    body: Readable.from([bytes]),
  })

const imported = async (story: Story, id: string): Promise<void> => {
  await stage(story, id)
  await bring(story, id, { method: { name: 'glance-direct' } })
  await story.settled()
}

test('data that an image gets while it is being deleted is removed too', async () => {
  const { plugin, after } = imageReadings()
  await using story = await startImageStory({}, { plugin })
  const ways = [
    (id: string) => story.upload(id, [bytes]),
    (id: string) => stage(story, id),
    (id: string) => imported(story, id),
  ]
  for (const giveData of ways)
    for (const readings of [1, 2]) {
      const { id } = await story.create()
      after(id, readings, async () => {
        await giveData(id)
        assert.notEqual((await story.show(id)).status, 'queued')
      })
      assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
      assert.equal((await story.send('GET', `/v2/images/${id}`)).status, 404)
      assert.deepEqual([await story.files(), await story.stagedFiles()], [[], []])
    }
})

test('of two concurrent deletions of an image the second answers 404', async () => {
  const { plugin, after } = imageReadings()
  await using story = await startImageStory({}, { plugin })
  const { id } = await story.active()
  const remove = () => story.send('DELETE', `/v2/images/${id}`)
  after(id, 1, async () => assert.equal((await remove()).status, 204))
  assert.equal((await remove()).status, 404)
})

test('a copy that ends while its image is being deleted leaves no data in any store', async () => {
  const [begun, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using story = await startImageStory(
    {},
    {
      stores: ([file, slow = file]) => {
        const write: typeof slow.store.write = async (key, data) => {
          begun.resolve()
          await removed.promise
          await slow.store.write(key, data)
        }
        const remove: typeof slow.store.remove = async (key) => {
          await slow.store.remove(key)
          removed.resolve()
          await story.settled()
        }
        return [file, { ...slow, store: { ...slow.store, write, remove } }]
      },
    },
  )
  const { id } = await story.active()
  await bring(story, id, { method: { name: 'copy-image' }, stores: ['slow'] })
  await begun.promise
  assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
  assert.deepEqual([await story.files(), await story.slowFiles()], [[], []])
})

for (const all_stores_must_succeed of [true, false])
  test(`a copy stops when its image is deleted meanwhile (all_stores_must_succeed: ${all_stores_must_succeed})`, async () => {
    let later = 0
    await using story = await startImageStory(
      {},
      {
        stores: ([file, slow = file]) => {
          const write: typeof slow.store.write = async (key, data) => {
            assert.equal((await story.send('DELETE', `/v2/images/${id}`)).status, 204)
            await slow.store.write(key, data)
          }
          const countedWrite = async () => {
            later += 1
          }
          return [
            file,
            { ...slow, store: { ...slow.store, write } },
            { id: 'last', weight: -2, store: { ...slow.store, write: countedWrite } },
          ]
        },
      },
    )
    const { id } = await story.active()
    const copy = { method: { name: 'copy-image' }, stores: ['slow', 'last'], all_stores_must_succeed }
    assert.equal((await bring(story, id, copy)).status, 202)
    await story.settled()
    assert.deepEqual([await story.files(), await story.slowFiles(), later], [[], [], 0])
    const { tasks } = (await story.send('GET', '/v2/tasks', { by: 'admin' })).body
    assert.deepEqual(
      tasks.map(({ status }: { status: string }) => status),
      ['failure'],
    )
  })
