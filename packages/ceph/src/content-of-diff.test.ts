import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentOfDiff } from './content-of-diff.ts'
import { rbdDiff } from './rbd-diff.ts'

const whole = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

const each = async function* <T>(things: Iterable<T>): AsyncGenerator<T> {
  yield* things
}

const block = (offset: number, text: string) => ({ offset, bytes: Buffer.from(text) })

describe('contentOfDiff', () => {
  it('yields the data of an RBD diff with zeros between, however the stream is split', async () => {
    const size = 9_000_000
    const expected = Buffer.alloc(size)
    const blocks = [block(0, 'begin'), block(5, 'next'), block(8_999_997, 'end')]
    for (const { offset, bytes } of blocks) expected.set(bytes, offset)
    const diff = await whole(rbdDiff(size, each(blocks)))
    for (const length of [1, 7, diff.length]) {
      const cut = Array.from({ length: Math.ceil(diff.length / length) }, (_, index) =>
        diff.subarray(index * length, (index + 1) * length),
      )
      assert.ok(expected.equals(await whole(contentOfDiff(each(cut)))))
    }
  })

  it('accepts snapshot names and ranges declared as zero', async () => {
    const head = Buffer.from('rbd diff v1\nt\u0004\0\0\0snap', 'latin1')
    const rest = (await whole(rbdDiff(12, each([block(8, 'ab')]), { cleared: 6 }))).subarray(12)
    assert.deepEqual(await whole(contentOfDiff(each([head, rest]))), Buffer.from('\0\0\0\0\0\0\0\0ab\0\0'))
  })

  it('refuses a diff that is truncated or out of order, and bytes that are no diff', async () => {
    const good = await whole(rbdDiff(12, each([block(8, 'ab')])))
    await assert.rejects(whole(contentOfDiff(each([good.subarray(0, -1)]))), /in the middle/)
    const mixed = rbdDiff(12, each([block(8, 'ab'), block(0, 'c')]))
    await assert.rejects(whole(contentOfDiff(mixed)), /in no order/)
    await assert.rejects(whole(contentOfDiff(each([Buffer.from('a disk of many bytes')]))), /no differences/)
  })
})
