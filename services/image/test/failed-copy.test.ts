import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { startImageStory } from './image-story.ts'

test('a failed copy closes the stream from which it read the image', async () => {
  const opened: Readable[] = []
  await using story = await startImageStory(
    {},
    {
      stores: ([file, slow = file]) => {
        const read: typeof file.store.read = async (...input) => {
          const data = await file.store.read(...input)
          opened.push(data)
          return data
        }
        const write = () => Promise.reject(new Error('the store is full'))
        return [
          { ...file, store: { ...file.store, read } },
          { ...slow, store: { ...slow.store, write } },
        ]
      },
    },
  )
  const { id } = await story.active()
  const json = { method: { name: 'copy-image' }, stores: ['slow'] }
  await story.send('POST', `/v2/images/${id}/import`, { by: 'admin', json })
  await story.settled()
  assert.equal((await story.show(id)).stores, 'file')
  assert.deepEqual(
    opened.map(({ destroyed }) => destroyed),
    [true],
  )
})
