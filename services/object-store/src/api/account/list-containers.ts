import { isoDateOf } from '../../domain/timestamps.ts'
import type { SwiftApp } from '../../app/app.ts'
import { listingReply, readListingFormat } from '../listing-format.ts'
import { readListingQuery } from '../listing-query.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireAccount } from '../require.ts'
import { accountHeaders } from './account-headers.ts'

export const listContainers =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const format = readListingFormat(request.query, request.headers)
    const account = await requireAccount(app, request)
    const query = readListingQuery(request.query, app.config['swift-constraints'].account_listing_limit)
    const listed = await app.listContainers(account.name, query)
    const entries = listed.map((one) =>
      one.kind === 'subdir'
        ? { subdir: one.name }
        : {
            name: one.row.name,
            fields: {
              count: one.row.objectCount,
              bytes: one.row.bytesUsed,
              last_modified: isoDateOf(one.row.updatedAt),
            },
          },
    )
    const headers = accountHeaders(account, await app.accounts.totalsByPolicy(account.name))
    return listingReply(format, { of: 'account', name: account.name, item: 'container', entries }, headers)
  }
