import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ObjectAccount, ObjectPlace } from './object-account.ts'
import { splitStream } from './split-stream.ts'

const digits = 8

/** The prefix of an object's segments, which sort in order. */
const prefixOf = (name: string): string => `${name}-`
const segmentOf = ({ container, name }: ObjectPlace, number: number): ObjectPlace => ({
  container,
  name: prefixOf(name) + String(number).padStart(digits, '0'),
})

/**
 * Stores data of any length as a dynamic large object with segments of a maximum size. The object appears only when all segments
 * are stored; leftovers of earlier attempts are removed first, and of this one after a failure.
 */
export const putLarge = async (
  account: ObjectAccount,
  place: ObjectPlace,
  data: AsyncIterable<Uint8Array>,
  segmentBytes: number,
): Promise<void> => {
  const pieces = splitStream(data)
  try {
    await removeLarge(account, place)
    for (let number = 1; !(await pieces.isOver()); number += 1)
      await putSegment(account, segmentOf(place, number), pieces.take(segmentBytes))
    const manifest = `${encodeURIComponent(place.container)}/${encodeURIComponent(prefixOf(place.name))}`
    await account.put(place, new Uint8Array(), { 'x-object-manifest': manifest })
  } catch (error) {
    await pieces.end()
    await removeLarge(account, place)
    throw error
  }
}

const putSegment = async (
  account: ObjectAccount,
  place: ObjectPlace,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const digest = createHash('md5')
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      digest.update(piece)
      yield piece
    }
  }
  const { etag } = await account.put(place, Readable.from(watched(), { objectMode: false }))
  if (etag !== digest.digest('hex')) throw new Error(`${place.name} is not what was sent`)
}

/** Removes an object and its segments, the manifest first. Idempotent. */
export const removeLarge = async (account: ObjectAccount, place: ObjectPlace): Promise<void> => {
  await account.remove(place)
  const { container } = place
  for await (const name of account.names(container, prefixOf(place.name)))
    await account.remove({ container, name })
}
