import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import { piecesOf } from './pieces-of.ts'

export interface S3ObjectsOptions {
  /** `http://127.0.0.1:7480` */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Created if it does not exist. */
  readonly bucket: string
  /** The size of a part in bytes. An upload holds up to two parts in memory. */
  readonly partBytes?: number
}

const idPattern = /^[0-9a-f-]{32,36}$/
/** The default size of a part. S3 requires at least 5 MiB for all parts but the last. */
const usualPartBytes = 8 * 1_048_576
/** Attempts per request. A storage cluster that has lost a disk may answer late or only when asked again. */
const attempts = 8
const answerWithinMs = 60_000

/**
 * Stores the bytes of objects in a bucket of an S3-compatible storage that replicates them itself, such as Ceph's gateway. A
 * write succeeds only when the storage has confirmed all of its bytes. Names and listings of objects are not kept there.
 */
export const s3Objects = (options: S3ObjectsOptions): ObjectBytes => {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket: Bucket } = options
  const client = new S3Client({
    ...{ endpoint, region, forcePathStyle: true, maxAttempts: attempts },
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { requestTimeout: answerWithinMs },
    // Older S3 implementations know no checksums other than MD5 and the digest in the signature.
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
  })
  let ready: Promise<void> | undefined
  const bucketIsThere = (): Promise<void> => {
    ready ??= makeBucket(client, Bucket).catch((error: unknown) => {
      ready = undefined
      throw error
    })
    return ready
  }
  const at = (id: string) => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an object's bytes`)
    return { Bucket, Key: id }
  }
  return {
    write: async (id, data) => {
      await bucketIsThere()
      await send(client, at(id), piecesOf(data, options.partBytes ?? usualPartBytes))
    },
    read: async (id, range) => {
      const Range = range && `bytes=${range.first}-${range.last}`
      const { Body } = await client.send(new GetObjectCommand({ ...at(id), Range }))
      if (!(Body instanceof Readable)) throw new Error(`the engine gave no bytes of ${id}`)
      return Body
    },
    remove: async (id) => {
      await bucketIsThere()
      await abortUploads(client, at(id))
      await client.send(new DeleteObjectCommand(at(id)))
    },
  }
}

interface Place {
  readonly Bucket: string
  readonly Key: string
}

const makeBucket = async (client: S3Client, Bucket: string): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NotFound')) throw error
    await client.send(new CreateBucketCommand({ Bucket }))
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
