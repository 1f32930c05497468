import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { serverTurns } from './server-turns.ts'

it('work on one server waits its turn, work on another does not, and a failure holds nobody off', async () => {
  const turns = serverTurns()
  const [one, other] = [newId<ServerId>(), newId<ServerId>()]
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const first = turns.run(one, async () => {
    await gate.promise
    throw new Error('the first fails')
  })
  const second = turns.run(one, async () => void done.push('second'))
  await turns.run(other, async () => void done.push('other'))
  assert.deepEqual(done, ['other'])
  gate.resolve()
  await assert.rejects(first, /the first fails/)
  await second
  assert.deepEqual(done, ['other', 'second'])
})
