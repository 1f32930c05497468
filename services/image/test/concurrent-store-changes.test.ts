import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageReadings } from './image-readings.ts'
import { startImageStory } from './image-story.ts'

type Story = Awaited<ReturnType<typeof startImageStory>>

const copy = (story: Story, id: string, ...stores: readonly string[]) =>
  story.send('POST', `/v2/images/${id}/import`, {
    by: 'admin',
    json: { method: { name: 'copy-image' }, stores },
  })

const removeFrom = (story: Story, store: string, id: string) =>
  story.send('DELETE', `/v2/stores/${store}/${id}`, { by: 'admin' })

const removeLocation = (story: Story, position: number, id: string) =>
  story.patch(id, [{ op: 'remove', path: `/locations/${position}` }], 'admin')

test('of two concurrent removals of an image from its only two stores, one is refused', async () => {
  const { plugin, after } = imageReadings()
  await using story = await startImageStory({ OS_DEFAULT__SHOW_MULTIPLE_LOCATIONS: 'true' }, { plugin })
  const ofSlow = [() => removeLocation(story, 1, id), () => removeFrom(story, 'slow', id)]
  const ofFile = [() => removeLocation(story, 0, id), () => removeFrom(story, 'file', id)]
  const { id } = await story.active()
  for (const first of ofSlow)
    for (const second of ofFile) {
      assert.equal((await copy(story, id, 'slow')).status, 202)
      await story.settled()
      after(id, 1, async () => assert.ok((await first()).status < 300))
      assert.equal((await second()).status, 409)
      assert.equal((await story.show(id)).stores, 'file')
      assert.equal((await story.send('GET', `/v2/images/${id}/file`)).body.toString(), 'data')
      assert.deepEqual(await story.slowFiles(), [])
    }
})

test('removing an image from a store is refused while it is copied, since the copy may fail', async () => {
  const during = Promise.withResolvers<number>()
  await using story = await startImageStory(
    {},
    {
      stores: ([file, ...others]) => {
        const write = async (_: string, data: AsyncIterable<Uint8Array>) => {
          for await (const bytes of data) assert.ok(bytes.length > 0)
          during.resolve((await removeFrom(story, 'file', id)).status)
          throw new Error('no space left')
        }
        return [
          file,
          ...others,
          { id: 'full', weight: -2, store: { ...file.store, write, remove: async () => {} } },
        ]
      },
    },
  )
  const { id } = await story.active()
  assert.equal((await copy(story, id, 'slow', 'full')).status, 202)
  assert.equal(await during.promise, 409)
  await story.settled()
  assert.equal((await story.show(id)).stores, 'file')
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).body.toString(), 'data')
  assert.deepEqual(await story.slowFiles(), [])
})

test('a copy to a store that has received the data meanwhile is refused', async () => {
  const { plugin, after } = imageReadings()
  await using story = await startImageStory({}, { plugin })
  const { id } = await story.active()
  after(id, 1, async () => {
    await copy(story, id, 'slow')
    await story.settled()
    assert.equal((await removeFrom(story, 'file', id)).status, 204)
  })
  assert.equal((await copy(story, id, 'slow')).status, 409)
  await story.settled()
  assert.equal((await story.show(id)).stores, 'slow')
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).body.toString(), 'data')
})
