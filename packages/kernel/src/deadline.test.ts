import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlessAborted } from './deadline.ts'

test('work is waited for until somebody no longer cares to', async () => {
  const { signal } = new AbortController()
  assert.equal(await unlessAborted(signal, Promise.resolve('done')), 'done')
  await assert.rejects(unlessAborted(signal, Promise.reject(new Error('failed'))), /failed/)

  const stopping = new AbortController()
  const waiting = unlessAborted(stopping.signal, new Promise(() => {}))
  stopping.abort()
  assert.equal(await waiting, undefined)
  const late = Promise.withResolvers<never>()
  assert.equal(await unlessAborted(stopping.signal, late.promise), undefined)
  // Nobody hears it, and nobody is told that nobody did.
  late.reject(new Error('too late'))
})
