import type { HttpResponse } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import { pathOf, splitPath } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import { type BulkTarget, bulkDelete } from '../bulk/bulk-delete.ts'
import { bulkReply } from '../bulk/bulk-reply.ts'
import { requireObject } from '../content/find-object.ts'
import { manifestOf } from '../../app/manifest-of.ts'
import type { ObjectRequest } from '../object-request.ts'

/** Deletes the segments of a static large object, including those of nested manifests, and then the object itself. */
export const deleteLargeObject =
  (app: SwiftApp) =>
  async (request: ObjectRequest): Promise<HttpResponse> => {
    const targets = await withSegments(app, request)
    return bulkReply(request, await bulkDelete(app, request, targets))
  }

const withSegments = async (app: SwiftApp, request: ObjectRequest): Promise<readonly BulkTarget[]> => {
  const { object } = await requireObject(app, request)
  if (object.kind !== 'static') throw errors.Invalid({ reason: 'Not an SLO manifest' })
  const targets: BulkTarget[] = []
  for (const segment of await manifestOf(app, object)) {
    if (!('name' in segment)) continue
    const named = { ...request, ...splitPath(`${request.account}${segment.name}`) }
    if (segment.sub_slo === true) targets.push(...(await withSegments(app, named)))
    else targets.push({ path: pathOf(named), resource: named })
  }
  return [...targets, { path: pathOf(request), resource: request }]
}
