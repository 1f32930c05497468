import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { honestImages, hostileImages } from '@nimbo/testing/disk-images/hostile-images'
import { seededRandom } from '@nimbo/testing/seeded-random'
import { inspectImage } from './inspect-image.ts'

const triesOfEach = 20
const largestHeader = 1024

type Random = () => number

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

/** A copy with some bytes changed, mostly of the header, and sometimes truncated. */
const mutilated = (image: Buffer, random: Random): Buffer => {
  const copy = Buffer.from(image)
  for (let change = below(random, 6); change >= 0; change -= 1) {
    const reach = random() < 0.5 ? Math.min(largestHeader, copy.length) : copy.length
    const at = below(random, reach)
    const value = [0, 0xff, 1 << below(random, 8), below(random, 256)][below(random, 4)]
    copy.fill(value ?? 0, at, Math.min(copy.length, at + 1 + below(random, 8)))
  }
  return random() < 0.2 ? copy.subarray(0, below(random, copy.length)) : copy
}

test('a corrupted image is accepted or refused as unsafe, and little more than its length is read', async () => {
  const random = seededRandom(20)
  for (const { what, data } of [...honestImages, ...hostileImages])
    for (let round = 0; round < triesOfEach; round += 1) {
      const image = mutilated(data, random)
      let read = 0
      const part = async (offset: number, length: number): Promise<Buffer> => {
        const bytes = image.subarray(offset, offset + length)
        read += bytes.length
        return bytes
      }
      await inspectImage({ size: image.length, read: part }).catch((error: unknown) => {
        assert.ok(isFault(error, 'ImageUnsafe'), `${what}, round ${round}: ${String(error)}`)
      })
      assert.ok(
        read <= 2 * image.length + 200_000,
        `${what}, round ${round}: ${read} of ${image.length} bytes`,
      )
    }
})
