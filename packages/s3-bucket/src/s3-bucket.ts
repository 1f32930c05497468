import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { piecesOf } from './pieces-of.ts'

export interface S3BucketOptions {
  /** `http://127.0.0.1:7480` */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Created if it does not exist. */
  readonly bucket: string
  /** The size of a part in bytes. An upload holds up to two parts in memory. */
  readonly partBytes?: number
  /** Attempts per request. */
  readonly attempts?: number
  /** How long the storage may take to accept a connection, and be silent on it, during an answer too. */
  readonly answerWithinMs?: number
  /** Certificates in PEM format of the authorities that the storage's certificate may be from, instead of the system's. */
  readonly authorities?: string
}

/** A bucket in an S3-compatible storage. */
export interface S3Bucket {
  /** Resolves when the storage has confirmed all of the bytes; a failure leaves nothing. */
  write(key: string, data: AsyncIterable<Uint8Array>): Promise<void>
  read(key: string, range?: { readonly first: number; readonly last: number }): Promise<Readable>
  has(key: string): Promise<boolean>
  /** Also removes what an interrupted `write` has left. Idempotent. */
  remove(key: string): Promise<void>
}

/** The default size of a part. S3 requires at least 5 MiB for all parts but the last. */
const usualPartBytes = 8 * 1_048_576
/** A storage cluster that has lost a disk may answer late or only when asked again. */
const usualAttempts = 8
const usualAnswerWithinMs = 60_000

const clientOf = (options: S3BucketOptions): S3Client => {
  const { endpoint, region, accessKeyId, secretAccessKey, authorities } = options
  const { answerWithinMs = usualAnswerWithinMs } = options
  return new S3Client({
    ...{ endpoint, region, forcePathStyle: true, maxAttempts: options.attempts ?? usualAttempts },
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: {
      // The client only warns of a request that exceeds its `requestTimeout`.
      ...{ connectionTimeout: answerWithinMs, socketTimeout: answerWithinMs },
      ...(authorities !== undefined && { httpsAgent: { ca: authorities } }),
    },
    // Older S3 implementations know no checksums other than MD5 and the digest in the signature.
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
  })
}

/** A bucket, which is created with its first object if it does not exist. Bytes of more than a part are sent in parts. */
export const s3Bucket = (options: S3BucketOptions): S3Bucket => {
  const client = clientOf(options)
  const { bucket: Bucket } = options
  let ready: Promise<void> | undefined
  const bucketIsThere = (): Promise<void> => {
    ready ??= makeBucket(client, Bucket).catch((error: unknown) => {
      ready = undefined
      throw error
    })
    return ready
  }
  return {
    write: async (Key, data) => {
      await bucketIsThere()
      await send(client, { Bucket, Key }, piecesOf(data, options.partBytes ?? usualPartBytes))
    },
    read: async (Key, range) => {
      const Range = range && `bytes=${range.first}-${range.last}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
      if (!(Body instanceof Readable)) throw new Error(`the storage gave no bytes of ${Key}`)
      return Body
    },
    has: async (Key) =>
      (await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })))) !== undefined,
    remove: async (Key) => {
      await bucketIsThere()
      await abortUploads(client, { Bucket, Key })
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}

interface Place {
  readonly Bucket: string
  readonly Key: string
}

const makeBucket = async (client: S3Client, Bucket: string): Promise<void> => {
  if ((await unlessMissing(client.send(new HeadBucketCommand({ Bucket })))) === undefined)
    await client.send(new CreateBucketCommand({ Bucket }))
}

/** Resolves to undefined when the bucket or object does not exist. */
const unlessMissing = async <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFound') return undefined
    throw error
  }
}

/** Sends data in one request if it fits into one part, else as a multipart upload. */
const send = async (client: S3Client, at: Place, pieces: AsyncIterable<Buffer>): Promise<void> => {
  const waiting: Buffer[] = []
  let UploadId: string | undefined
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  const sendPart = async (Body: Buffer): Promise<void> => {
    UploadId ??= (await client.send(new CreateMultipartUploadCommand(at))).UploadId
    const PartNumber = parts.length + 1
    const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }))
    parts.push({ PartNumber, ETag })
  }
  try {
    for await (const piece of pieces) {
      waiting.push(piece)
      if (waiting.length === 2) await sendPart(waiting.shift() ?? piece)
    }
    const last = waiting.shift() ?? Buffer.alloc(0)
    if (parts.length === 0) await client.send(new PutObjectCommand({ ...at, Body: last }))
    else {
      await sendPart(last)
      const MultipartUpload = { Parts: parts }
      await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }))
    }
  } catch (error) {
    await abortUploads(client, at)
    await client.send(new DeleteObjectCommand(at))
    throw error
  }
}

/** Aborts the multipart uploads of a key: storages keep the parts of uploads that are neither completed nor aborted. */
const abortUploads = async (client: S3Client, { Bucket, Key }: Place): Promise<void> => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
  for (const { Key: found, UploadId } of Uploads)
    if (found === Key) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
}
