import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { joinPieces } from './pieces.ts'

test('a body whose trailer does not end is refused', async () => {
  let sent = 0
  const body = function* () {
    yield Buffer.from('0\r\n')
    for (; sent < 100_000; sent += 1) yield Buffer.from(`x-${sent}: y\r\n`)
  }
  const joined = Readable.from(joinPieces(Readable.from(body()), undefined, () => {}))
  await assert.rejects(joined.toArray(), (error) => isFault(error, 'InvalidRequest'))
  assert.ok(sent < 1000, `${sent} lines were read`)
})
