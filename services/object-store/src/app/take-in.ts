import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { hashedPieces } from '@nimbo/trace/thread/hashed-pieces'
import { errors } from '../errors.ts'
import type { SwiftApp } from './app.ts'
import { dropBlobs } from './drop-blob.ts'
import { type HeldBlob, holdBlob, holdRow } from './hold-blob.ts'

export interface TakenIn {
  readonly blob: HeldBlob
  readonly size: number
  /** MD5 of the bytes, in hex. */
  readonly etag: string
}

/** The expected properties of an upload; if they do not match, nothing is stored. */
export interface Expected {
  readonly most: number
  /** The storage policy of its container. */
  readonly policy: string
  /** The size that the client announced, if any. */
  readonly size?: number | undefined
  readonly etag?: string | undefined
}

/** Uploads up to this size in bytes are read into memory and verified before anything is stored. */
const mostInMemory = 65_536

/**
 * Writes the bytes of an object and leaves them in doubt. In the transaction that creates the object the caller settles them, and
 * then releases the blob. Stores nothing when the bytes do not match what is expected.
 */
export const takeIn = (app: SwiftApp, data: Readable, expected: Expected): Promise<TakenIn> => {
  const { size = Number.POSITIVE_INFINITY } = expected
  return size <= mostInMemory ? takeInWhole(app, data, expected) : takeInPieces(app, data, expected)
}

const requireExpected = (expected: Expected, size: number, etag: string): void => {
  if (expected.size !== undefined && size !== expected.size)
    throw errors.Invalid({ reason: `${size} bytes came where ${expected.size} were announced` })
  if (expected.etag !== undefined && expected.etag !== etag) throw errors.Unprocessable({ reason: '' })
}

/**
 * Ends an upload as soon as it is larger than announced or allowed. A body of S3 in chunks may go on behind the announced size, which
 * says whether it fits into memory.
 */
const requireRoom = ({ most, size: announced }: Expected, size: number): void => {
  if (size > most) throw errors.TooLarge({ reason: '' })
  if (announced !== undefined && size > announced)
    throw errors.Invalid({ reason: `more bytes came than the ${announced} that were announced` })
}

/** Small uploads are written in one piece, because the cost of a stream exceeds that of the bytes. */
const takeInWhole = async (app: SwiftApp, data: Readable, expected: Expected): Promise<TakenIn> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const bytes of data as AsyncIterable<Uint8Array>) {
    size += bytes.length
    requireRoom(expected, size)
    pieces.push(bytes)
  }
  const whole = Buffer.concat(pieces)
  const etag = hash('md5', whole, 'hex')
  requireExpected(expected, size, etag)
  const row = holdRow(app, expected.policy, whole)
  if (row) return { blob: row, size, etag }
  const blob = await holdBlob(app, expected.policy)
  await keep(app, blob, Readable.from(size === 0 ? [] : [whole], { objectMode: false }))
  return { blob, size, etag }
}

const takeInPieces = async (app: SwiftApp, data: Readable, expected: Expected): Promise<TakenIn> => {
  const blob = await holdBlob(app, expected.policy)
  const digest = app.hashing.begin(['md5'])
  let size = 0
  const pieces = hashedPieces(data, digest, {
    seen: (bytes) => {
      blob.check()
      size += bytes.length
      requireRoom(expected, size)
    },
  })
  let etag = ''
  try {
    await keep(app, blob, Readable.from(pieces, { objectMode: false }), async () => {
      ;[etag = ''] = await digest.end()
      requireExpected(expected, size, etag)
    })
  } finally {
    digest.drop()
  }
  return { blob, size, etag }
}

/** Writes the bytes and removes them again when `judge` rejects. */
const keep = async (app: SwiftApp, blob: HeldBlob, data: Readable, judge = async () => {}): Promise<void> => {
  try {
    await app.bytes.write(blob.id, data)
    await judge()
  } catch (error) {
    blob.release()
    await dropBlobs(app, [blob.id])
    throw error
  }
}
