import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { noteChange } from '../../app/sync/note-change.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { pathOf } from '../../domain/resource-path.ts'
import { systemMetadata } from '../../domain/system-metadata.ts'
import { timestampAfter } from '../../domain/timestamps.ts'
import { errors } from '../../errors.ts'
import { findLiving, targetOf } from '../content/find-object.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { expiryOf, keptHeaders } from './object-changes.ts'

/** POST: replaces the metadata of an object. For a symlink it answers 307 with the location of the target. */
export const changeObject =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const container = await requireContainer(app, request, 'write')
    const { headers, object: name = '' } = request
    requireMetadata(headers, 'x-object-meta-', app.config['swift-constraints'])
    const deleteAt = expiryOf(headers, app.clock)
    const object = await findLiving(app, container, name)
    if (!object) throw errors.NotFound()
    if (object.kind === 'link')
      return bytes(307, 'The requested POST was sent to a symlink.', {
        'content-type': 'text/plain; charset=utf-8',
        location:
          request.http.origin + request.http.mount + pathOf({ ...request, ...targetOf(request, object) }),
      })
    await app.unit(async (records) => {
      const { containers, objects } = records
      if (!(await containers.take(container.id))) throw errors.NotFound()
      const now = await objects.find(container.id, name)
      if (!now) throw errors.NotFound()
      const timestamp = timestampAfter(now.timestamp, app.clock)
      await noteChange(records, container, { name, timestamp, isDeleted: false })
      await objects.describe({
        ...now,
        headers: { ...systemMetadata(now.headers), ...keptHeaders(headers) },
        contentType: headers['content-type'] ?? now.contentType,
        deleteAt,
        kind: kindAfter(now.kind, headers['x-object-manifest']),
        timestamp,
      })
    })
    return bytes(202, '', { 'content-type': 'text/html; charset=UTF-8' })
  }

/** A plain object becomes a dynamic large object if the request has `X-Object-Manifest`, and a plain one again if it has not. */
const kindAfter = <Kind extends string>(
  kind: Kind,
  manifest: string | undefined,
): Kind | 'bytes' | 'dynamic' => {
  if (kind !== 'bytes' && kind !== 'dynamic') return kind
  return manifest === undefined || manifest === '' ? 'bytes' : 'dynamic'
}
