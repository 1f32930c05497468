import { boundedBody } from '@nimbo/http/bounded-body'
import { textOf } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import { readPath } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import type { ObjectHandler } from '../object-request.ts'
import { type BulkTarget, bulkDelete } from './bulk-delete.ts'
import { bulkReply } from './bulk-reply.ts'

/** `POST /v1/{account}?bulk-delete`: each line of the body is the URL-encoded path of an object or container. */
export const deleteMany =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const { max_deletes_per_request: most } = app.config['filter:bulk']
    const longest = 3 * (app.config['swift-constraints'].max_object_name_length + 260)
    const text = await textOf(boundedBody(request, most * longest))
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (lines.length > most) throw errors.TooLarge({ reason: `Maximum Bulk Deletes: ${most} per request` })
    const targets = lines.map((line): BulkTarget => {
      const resource = readPath(`${encodeURIComponent(request.account)}/${line.replace(/^\//, '')}`)
      if (resource?.container === undefined) throw errors.Invalid({ reason: `Invalid bulk delete: ${line}` })
      return { path: line, resource }
    })
    if (targets.length === 0) throw errors.Invalid({ reason: 'Invalid bulk delete.' })
    return bulkReply(request, await bulkDelete(app, request, targets))
  }
