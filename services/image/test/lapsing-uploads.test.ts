import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { silentLog } from '@nimbo/kernel/log'
import { holdUpload, uploadLeaseMs } from '../src/app/hold-upload.ts'
import type { Uploads } from '../src/db/uploads.ts'

const upload = { imageId: 'image', id: 'upload' }

/** Prolongs as the answers say, and counts how often it was asked. */
const uploadsThat = (...answers: readonly (boolean | Error)[]) => {
  let asked = 0
  const prolong = async (): Promise<boolean> => {
    const answer = answers[asked++] ?? true
    if (answer instanceof Error) throw answer
    return answer
  }
  return { uploads: { prolong } as unknown as Uploads, asked: () => asked }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function* endless() {
  for (;;) yield Buffer.from('x')
}

test('an upload lives on while its process says so, also after a database that was away', async () => {
  const clock = manualClock()
  const { uploads, asked } = uploadsThat(true, new Error('away'), true)
  const held = holdUpload({ uploads, clock, log: silentLog }, upload)
  for (let third = 0; third < 3; third += 1) {
    clock.advance(uploadLeaseMs / 3)
    await turn()
  }
  assert.equal(asked(), 3)
  const data = held.guard(endless())[Symbol.asyncIterator]()
  assert.equal((await data.next()).done, false)
  held.release()
  clock.advance(uploadLeaseMs)
  await turn()
  assert.equal(asked(), 3)
})

test('an upload that has been taken away breaks off', async () => {
  const clock = manualClock()
  const { uploads } = uploadsThat(false)
  const held = holdUpload({ uploads, clock, log: silentLog }, upload)
  const data = held.guard(endless())[Symbol.asyncIterator]()
  await data.next()
  clock.advance(uploadLeaseMs / 3)
  await turn()
  await assert.rejects(data.next(), { code: 'UploadLost' })
})
