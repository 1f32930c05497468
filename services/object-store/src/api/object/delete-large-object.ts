import type { HttpResponse } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import { pathOf, splitPath } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import { type BulkTarget, bulkDelete } from '../bulk/bulk-delete.ts'
import { bulkReply } from '../bulk/bulk-reply.ts'
import { requireObject } from '../content/find-object.ts'
import { manifestOf } from '../../app/manifest-of.ts'
import type { ObjectRequest } from '../object-request.ts'

/** The maximum nesting of manifests, which may also name each other. */
const deepest = 10

/** Deletes the segments of a static large object, including those of nested manifests, and then the object itself. */
export const deleteLargeObject =
  (app: SwiftApp) =>
  async (request: ObjectRequest): Promise<HttpResponse> => {
    const targets: BulkTarget[] = []
    await addWithSegments(app, request, targets)
    return bulkReply(request, await bulkDelete(app, request, targets))
  }

const addWithSegments = async (
  app: SwiftApp,
  request: ObjectRequest,
  targets: BulkTarget[],
  depth = 0,
): Promise<void> => {
  const { object } = await requireObject(app, request)
  if (object.kind !== 'static') throw errors.Invalid({ reason: 'Not an SLO manifest' })
  if (depth > deepest) throw errors.Conflict({ reason: 'Too many levels of nested manifests.' })
  const { max_deletes_per_request: most } = app.config['filter:bulk']
  for (const segment of await manifestOf(app, object)) {
    if (!('name' in segment)) continue
    const named = { ...request, ...splitPath(`${request.account}${segment.name}`) }
    if (segment.sub_slo === true) await addWithSegments(app, named, targets, depth + 1)
    else targets.push({ path: pathOf(named), resource: named })
    if (targets.length >= most) throw errors.Invalid({ reason: `Maximum Bulk Deletes: ${most} per request` })
  }
  targets.push({ path: pathOf(request), resource: request })
}
