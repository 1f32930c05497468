import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { piecesOf } from './pieces-of.ts'

test('piecesOf splits a stream into pieces of one length, whatever the lengths of its chunks', async () => {
  const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], []],
    [['ab'], ['ab']],
    [['abc'], ['abc']],
    [
      ['a', 'bcdefg', 'h'],
      ['abc', 'def', 'gh'],
    ],
  ]
  for (const [given, wanted] of cases) {
    const pieces: string[] = []
    for await (const piece of piecesOf(Readable.from(given.map((text) => Buffer.from(text))), 3))
      pieces.push(piece.toString())
    assert.deepEqual(pieces, wanted)
  }
})
