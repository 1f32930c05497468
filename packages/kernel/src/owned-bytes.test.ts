import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { giveBack, isOwnedByItsReader, ownedByItsReader } from './owned-bytes.ts'

test('only a stream that is marked is owned by its reader', () => {
  assert.equal(isOwnedByItsReader(ownedByItsReader(Readable.from([]))), true)
  assert.equal(isOwnedByItsReader(Readable.from([])), false)
})

test('giveBack frees memory that is not shared, and leaves other memory alone', () => {
  const alone = new Uint8Array(1024)
  giveBack(alone)
  assert.equal(alone.length, 0)
  const neighbours = new ArrayBuffer(1024)
  const part = new Uint8Array(neighbours, 0, 512)
  giveBack(part)
  assert.equal(part.length, 512)
  const shared = new Uint8Array(new SharedArrayBuffer(16))
  giveBack(shared)
  assert.equal(shared.length, 16)
})
