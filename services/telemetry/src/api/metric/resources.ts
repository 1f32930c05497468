import * as operations from '@nimbo/contracts/telemetry/metric/resources'
import { answer } from '@nimbo/http/answer'
import {
  conditionOfOne,
  conditionsFor,
  createdByCaller,
  deleteAll,
  deleteOne,
  pageOfResources,
  withFilter,
} from '../../app/metric/list-resources.ts'
import { listTypes, needType } from '../../app/metric/resource-types.ts'
import { resourceViews } from '../../app/metric/resource-view.ts'
import { changeResource, createResource } from '../../app/metric/resources.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { readFilter } from '../../domain/metric/read-filter.ts'
import { errors } from '../../metric-errors.ts'
import { bodyFilter } from './body-filter.ts'
import { isKnown, requireUnchanged, versionHeaders } from './conditional.ts'
import { handle, ofOthers } from './handle.ts'
import { linkToNext } from './link-to-next.ts'

/** Whether replies include the attributes of the resource type. */
const wantsDetails = (
  query: { readonly details?: string | undefined },
  accept: string | undefined,
  type: string,
): boolean => type !== 'generic' || isYes(query.details) || /details\s*=\s*true/i.test(accept ?? '')

const links = handle(operations.listResourceLinks, async ({ app, base }) =>
  Object.fromEntries((await listTypes(app)).map(({ name }) => [name, `${base}/v1/resource/${name}`])),
)

const list = handle(operations.listResources, async (call) => {
  const { app, params, query, request } = call
  const text = query.filter
  const filter = text === undefined ? undefined : withFilter(() => readFilter(text))
  const mayAll = call.allows('list resource', ofOthers)
  const conditions = await conditionsFor({ ...call, mayAll }, params.type, filter)
  const { resources: found, ...page } = await pageOfResources(app, conditions, query)
  const details = wantsDetails(query, request.headers.accept, params.type)
  const views = await resourceViews(app, found, { details, only: query.attrs })
  return answer(views, { headers: linkToNext(request, page) })
})

const create = handle(operations.createResource, async ({ app, ctx, params, body, base }) => {
  const type = await needType(app, params.type)
  const resource = await createResource(app)(ctx, type, body)
  const known = { type, measured: body.metrics !== undefined }
  const [view = {}] = await resourceViews(app, [resource], { details: true, known })
  const location = `${base}/v1/resource/${encodeURIComponent(type.name)}/${resource.id}`
  return answer(view, { status: 201, headers: { location, ...versionHeaders(resource) } })
})

const removeMany = handle(operations.deleteResources, async (call) => {
  const { app, params, query } = call
  const text = query.filter
  const filter = text === undefined ? await bodyFilter(call.request) : withFilter(() => readFilter(text))
  if (filter === undefined)
    throw errors.Wrong({ reason: 'caution: the query can not be empty, or it will delete entire database' })
  const mayAll = call.allows('delete resources', ofOthers)
  const conditions = await conditionsFor({ ...call, mayAll }, params.type, filter)
  // A caller sees resources of the own project that others created, but may not delete them.
  const deletable = mayAll ? conditions : [...conditions, createdByCaller(call.ctx)]
  return { deleted: await deleteAll(app, deletable) }
})

const show = handle(operations.showResource, async ({ app, found: { resource }, request }) => {
  const headers = versionHeaders(resource)
  if (isKnown(request.headers, resource)) return answer(undefined, { status: 304, headers })
  const [view = {}] = await resourceViews(app, [resource], { details: true })
  return answer(view, { status: 200, headers })
})

const update = handle(operations.updateResource, async ({ app, ctx, found: { resource }, request, body }) => {
  requireUnchanged(request.headers, resource)
  const { askedType } = resource
  const type = askedType.name === resource.type ? askedType : await needType(app, resource.type)
  const changed = await changeResource(app)(ctx, type, resource.id, body)
  const known = { type, measured: true }
  const [view = {}] = await resourceViews(app, [changed], { details: true, known })
  return answer(view, { headers: versionHeaders(changed) })
})

const remove = handle(operations.deleteResource, async ({ app, found: { resource }, request }) => {
  requireUnchanged(request.headers, resource)
  await deleteOne(app, resource.id)
})

const history = handle(operations.showHistory, async ({ app, found: { resource }, query, request }) => {
  const conditions = [conditionOfOne(resource.id)]
  const { resources: found, ...page } = await pageOfResources(app, conditions, { ...query, history: 'true' })
  const views = await resourceViews(app, found, { details: true, only: query.attrs })
  return answer(views, { headers: linkToNext(request, page) })
})

export const resources = [links, list, create, removeMany, show, update, remove, history]
