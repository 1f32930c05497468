import type { SwiftApp } from '../../app/app.ts'
import type { ListingQuery } from '../../db/listing.ts'
import type { StoredObject } from '../../db/objects.ts'
import { pathOf } from '../../domain/resource-path.ts'
import { isoDateOf } from '../../domain/timestamps.ts'
import { isOwner } from '../is-owner.ts'
import { type Entry, listingReply, readListingFormat } from '../listing-format.ts'
import { readListingQuery } from '../listing-query.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { containerHeaders } from './container-headers.ts'

export const listObjects =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const format = readListingFormat(request.query, request.headers)
    const container = await requireContainer(app, request, 'list')
    const query = readListingQuery(request.query, app.config['swift-constraints'].container_listing_limit)
    const headers = containerHeaders(container, isOwner(request))
    const list = { of: 'container', name: container.name, item: 'object' } as const
    if (request.query.has('versions'))
      return listingReply(
        format,
        { ...list, entries: await versionEntries(app, request, container.id, query) },
        headers,
      )
    const listed = await app.listObjects(container.id, query)
    const entries = listed.map((one) =>
      one.kind === 'subdir'
        ? { subdir: one.name }
        : {
            name: one.row.name,
            fields: {
              hash: one.row.etag,
              bytes: one.row.size,
              content_type: one.row.contentType,
              last_modified: isoDateOf(one.row.timestamp),
              ...(one.row.kind === 'link' && format === 'json' ? symlinkPath(request, one.row) : {}),
            },
          },
    )
    return listingReply(format, { ...list, entries }, headers)
  }

/** The path of a symlink's target, percent-encoded; only JSON listings have it. */
const symlinkPath = ({ account }: ObjectRequest, { headers }: StoredObject) => {
  const of = pathOf({ account: headers['x-symlink-target-account'] ?? account })
  return { symlink_path: `${of}/${headers['x-symlink-target'] ?? ''}` }
}

/** All versions of the objects and the delete markers, newest first. */
const versionEntries = async (
  app: SwiftApp,
  request: ObjectRequest,
  containerId: string,
  query: ListingQuery,
): Promise<readonly Entry[]> => {
  const listed = await app.listVersions(containerId, query, request.query.get('version_marker') ?? '')
  return listed.map((one) =>
    one.kind === 'subdir'
      ? { subdir: one.name }
      : {
          name: one.row.name,
          fields: {
            hash: one.row.etag,
            bytes: one.row.size,
            content_type: one.row.contentType,
            last_modified: isoDateOf(one.row.timestamp),
            version_id: one.row.versionId,
            is_latest: one.row.isLatest,
          },
        },
  )
}
