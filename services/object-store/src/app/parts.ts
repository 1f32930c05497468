import type { SwiftApp } from './app.ts'
import type { StoredObject } from '../db/objects.ts'
import { kept, segmentsOf } from '../domain/s3/system-metadata.ts'
import { splitPath } from '../domain/resource-path.ts'
import { deleteObject } from './delete-object.ts'
import { manifestOf } from './manifest-of.ts'

/** The segments of a multipart object that this API created; no other object refers to them. */
export type PartsOf = readonly { readonly container: string; readonly object: string }[]

/** The parts of an object created by a multipart upload; empty for any other object. */
export const partsOf = async (
  app: SwiftApp,
  { account, bucket = '' }: { readonly account: string; readonly bucket?: string | undefined },
  object: StoredObject | undefined,
): Promise<PartsOf> => {
  if (object?.kind !== 'static' || object.headers[kept.upload] === undefined) return []
  const segments = await manifestOf(app, object)
  return segments.flatMap((segment) => {
    const named = 'name' in segment ? splitPath(`${account}${segment.name}`) : undefined
    if (named?.container !== segmentsOf(bucket) || named.object === undefined) return []
    return [{ container: named.container, object: named.object }]
  })
}

/** Removes parts that no object refers to any more. */
export const dropParts = async (app: SwiftApp, account: string, parts: PartsOf): Promise<void> => {
  for (const { container, object } of parts) {
    const segments = await app.containers.find(account, container)
    if (segments) await deleteObject(app, segments, object)
  }
}
