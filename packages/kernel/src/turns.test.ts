import assert from 'node:assert/strict'
import { it } from 'node:test'
import { turns } from './turns.ts'

it('turns runs work of one key in sequence, even after a failure, and work of another key meanwhile', async () => {
  const inTurn = turns<string>()
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const first = inTurn.run('one', async () => {
    await gate.promise
    throw new Error('the first fails')
  })
  const second = inTurn.run('one', async () => void done.push('second'))
  await inTurn.run('other', async () => void done.push('other'))
  assert.deepEqual(done, ['other'])
  gate.resolve()
  await assert.rejects(first, /the first fails/)
  await second
  assert.deepEqual(done, ['other', 'second'])
})
