import type { Readable } from 'node:stream'
import type { StoredObject } from '../../db/objects.ts'
import type { ByteRange } from '../../domain/byte-ranges.ts'
import type { ObjectRequest } from '../object-request.ts'

/** What a download of an object has, whatever the object is made of. */
export interface Content {
  readonly size: number
  /** As it is sent: that of an object in parts stands in quotes, since it is no digest of its bytes. */
  readonly etag: string
  open(range: ByteRange | undefined): Promise<Readable>
}

/** How a large object comes to the content of what it is made of. The request tells by what right that is read. */
export type OpenContent = (request: ObjectRequest, object: StoredObject) => Promise<Content>
