import type { StoredObject } from '../../db/objects.ts'
import type { BytesRead } from '../../driver/object-bytes.ts'
import type { ByteRange } from '../../domain/byte-ranges.ts'
import type { ObjectRequest } from '../object-request.ts'

/** The content of an object as a download sends it, whatever kind of object it is. */
export interface Content {
  readonly size: number
  /** The ETag as it is sent. That of a large object is in quotes, because it is not the digest of its bytes. */
  readonly etag: string
  open(range: ByteRange | undefined): Promise<BytesRead>
}

/** Opens a segment of a large object. The request carries the access rights it is read with. */
export type OpenContent = (request: ObjectRequest, object: StoredObject) => Promise<Content>
