import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlessAborted } from './deadline.ts'

test('unlessAborted waits for work, or resolves to undefined once the signal is aborted', async () => {
  const { signal } = new AbortController()
  assert.equal(await unlessAborted(signal, Promise.resolve('done')), 'done')
  await assert.rejects(unlessAborted(signal, Promise.reject(new Error('failed'))), /failed/)

  const stopping = new AbortController()
  const waiting = unlessAborted(stopping.signal, new Promise(() => {}))
  stopping.abort()
  assert.equal(await waiting, undefined)
  const late = Promise.withResolvers<never>()
  assert.equal(await unlessAborted(stopping.signal, late.promise), undefined)
  // This rejection is ignored, and not reported as unhandled.
  late.reject(new Error('too late'))
})
