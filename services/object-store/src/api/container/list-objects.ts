import type { SwiftApp } from '../../app/app.ts'
import { isoDateOf } from '../../domain/timestamps.ts'
import { isOwner } from '../is-owner.ts'
import { listingReply, readListingFormat } from '../listing-format.ts'
import { readListingQuery } from '../listing-query.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { containerHeaders } from './container-headers.ts'

export const listObjects =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const format = readListingFormat(request.query, request.headers)
    const container = await requireContainer(app, request, 'list')
    const query = readListingQuery(request.query, app.config['swift-constraints'].container_listing_limit)
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
              ...(one.row.kind === 'link' ? { symlink_path: one.row.headers['x-symlink-target'] ?? '' } : {}),
            },
          },
    )
    const headers = containerHeaders(container, isOwner(request))
    return listingReply(format, { of: 'container', name: container.name, item: 'object', entries }, headers)
  }
