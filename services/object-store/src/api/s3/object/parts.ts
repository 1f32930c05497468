import type { SwiftApp } from '../../../app/app.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { kept, segmentsOf } from '../../../domain/s3/system-metadata.ts'
import { splitPath } from '../../../domain/resource-path.ts'
import { deleteObject } from '../../../app/delete-object.ts'
import { manifestOf } from '../../content/static-content.ts'

/** What names the parts of an object that this API made of them: nobody else's. */
export type PartsOf = readonly { readonly container: string; readonly object: string }[]

/** The parts of an object that was uploaded in parts to a bucket; none of any other. */
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

/** Removes parts that no object has any more. */
export const dropParts = async (app: SwiftApp, account: string, parts: PartsOf): Promise<void> => {
  for (const { container, object } of parts) {
    const segments = await app.containers.find(account, container)
    if (segments) await deleteObject(app, segments, object)
  }
}
