import { created, noContent, ok } from '@nimbo/http/reply'
import type { Call, Route } from '@nimbo/http/route'
import { routesOf } from '@nimbo/http/routes-of'
import { Type } from 'typebox'
import type { Values } from '../app/deps.ts'
import type { NetworkApp } from '../app/network-app.ts'
import type { Resource, ResourceOperations } from '../app/resource-operations.ts'
import type { ResourceType } from '../domain/attribute.ts'
import { errors } from '../errors.ts'
import { enforceWithAttributes } from './attribute-policy.ts'
import { checkCreate, checkUpdate, defaultsOf, itemsOf } from './check-body.ts'
import { parseListQuery } from './list-query.ts'
import { pageLinks } from './page-links.ts'
import { type Views, viewsOf } from './resource-view.ts'

const route = routesOf<NetworkApp>()

type PickOperations = (app: NetworkApp) => ResourceOperations
type AnyCall = Pick<Call<NetworkApp>, 'ctx' | 'app' | 'request' | 'base' | 'allows' | 'enforce'>

/** The resource as it was found. Throws "not found" also when the caller may not see it. */
const visible = (
  call: AnyCall,
  operations: ResourceOperations,
  id: string,
  resource: Resource | undefined,
): Resource => {
  if (!resource || !call.allows(`get_${operations.type.name}`, resource)) throw operations.notFound(id)
  return resource
}

/** The resource. Throws "not found" also when the caller may not see it. */
export const findVisible = async (call: AnyCall, operations: ResourceOperations, id: string) =>
  visible(call, operations, id, await operations.get(call.ctx, id))

/** `If-Match: revision_number=3` makes a change conditional. */
const checkRevision = ({ request }: AnyCall, resource: Resource): void => {
  const constraint = request.headers['if-match']
  const wanted = /^revision_number=(\d+)$/.exec(constraint ?? '')?.[1]
  if (constraint !== undefined && wanted === undefined)
    throw errors.HTTPBadRequest({ reason: `Unable to extract revision number from '${constraint}'` })
  if (wanted !== undefined && Number(wanted) !== resource.revision_number)
    throw errors.RevisionNumberConstraintFailed({ constraint: wanted })
}

/** Whose the resource shall be: the caller's, or for an administrator anyone's. */
const owned = (call: AnyCall, values: Values): Values => {
  const projectId = values.project_id ?? call.ctx.projectId ?? ''
  if (projectId !== call.ctx.projectId && !call.allows('context_is_admin') && !call.allows('service_api'))
    throw errors.HTTPBadRequest({
      reason:
        "Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires admin privileges",
    })
  return { ...values, project_id: projectId }
}

const checkItems = async (
  call: AnyCall,
  operations: ResourceOperations,
  defaults: Values,
  items: readonly unknown[],
) => {
  const { type } = operations
  const given = items.map((item) => checkCreate(type, item))
  const values = given.map((each) => owned(call, { ...defaults, ...each }))
  const drafts = await operations.draft(call.ctx, values)
  for (const [index, each] of given.entries())
    enforceWithAttributes(call.allows, type, 'create', each, drafts[index]?.target ?? each)
  return drafts
}

const listRoute = (pick: PickOperations, { path, collection, name }: ResourceType, views: Views) =>
  route({
    method: 'GET',
    path: `/${path}`,
    name: `${collection}.list`,
    policy: { inHandler: 'each item is judged by itself, and left out when the caller may not see it' },
    replies: [200],
    handle: async (call) => {
      const operations = pick(call.app)
      const query = parseListQuery(operations.type, call.request.query, call.app.longestPage)
      const found = await operations.list(call.ctx, query.filters, query.page)
      const view = views(query.fields)
      const seen = found
        .filter((resource) => call.allows(`get_${name}`, resource))
        .map((resource) => view(call.allows, resource))
      const links = pageLinks(
        `${call.base}/${path}`,
        call.request.query,
        query.page,
        found.map(({ id }) => id),
      )
      return ok({ [collection]: seen, ...(links ? { [`${collection}_links`]: links } : {}) })
    },
  })

const createRoute = (pick: PickOperations, type: ResourceType, views: Views) => {
  const { path, collection, name } = type
  const defaults = defaultsOf(type)
  return route({
    method: 'POST',
    path: `/${path}`,
    name: `${collection}.create`,
    policy: { inHandler: 'the rule depends on who owns the parent, and every attribute given may have one' },
    body: Type.Unknown(),
    replies: [201],
    handle: async (call) => {
      const operations = pick(call.app)
      const { items, bulk } = itemsOf(type, call.body)
      const made = await operations.create(call.ctx, await checkItems(call, operations, defaults, items))
      const view = views([])
      const shown = made.map((each) => view(call.allows, each))
      return created(bulk ? { [collection]: shown } : { [name]: shown[0] })
    },
  })
}

const showRoute = (pick: PickOperations, { path, collection, name }: ResourceType, views: Views) =>
  route({
    method: 'GET',
    path: `/${path}/{id}`,
    name: `${collection}.show`,
    policy: { inHandler: 'whose it is decides, and who may not see it is told that there is none' },
    replies: [200],
    handle: async (call) => {
      const operations = pick(call.app)
      const resource = await findVisible(call, operations, call.params.id)
      const fields = call.request.query.getAll('fields')
      return ok({ [name]: views(fields)(call.allows, resource) })
    },
  })

const updateRoute = (pick: PickOperations, { path, collection, name }: ResourceType, views: Views) =>
  route({
    method: 'PUT',
    path: `/${path}/{id}`,
    name: `${collection}.update`,
    policy: { inHandler: 'whose it is decides, and every attribute given may have a rule' },
    body: Type.Unknown(),
    replies: [200],
    handle: async (call) => {
      const operations = pick(call.app)
      const changes = checkUpdate(operations.type, call.body)
      const resource = await findVisible(call, operations, call.params.id)
      enforceWithAttributes(call.allows, operations.type, 'update', changes, {
        ...resource,
        ...deviceOwner(changes),
      })
      checkRevision(call, resource)
      const updated = (await operations.update?.(call.ctx, resource, changes)) ?? resource
      return ok({ [name]: views([])(call.allows, updated) })
    },
  })

/** Rules on a port's device owner judge the one it shall have. */
const deviceOwner = (changes: Values): Values =>
  changes.device_owner === undefined ? {} : { device_owner: changes.device_owner }

const deleteRoute = (pick: PickOperations, { path, collection, name }: ResourceType) =>
  route({
    method: 'DELETE',
    path: `/${path}/{id}`,
    name: `${collection}.delete`,
    policy: { inHandler: 'whose it is decides, and who may not see it is told that there is none' },
    replies: [204],
    handle: async (call) => {
      const operations = pick(call.app)
      const { id } = call.params
      const resource = visible(call, operations, id, await operations.getPlain(call.ctx, id))
      call.enforce(`delete_${name}`, resource)
      checkRevision(call, resource)
      await operations.delete(call.ctx, resource)
      return noContent()
    },
  })

/** The five operations every kind of resource has; four for a kind that never changes. */
export const resourceRoutes = (type: ResourceType, pick: PickOperations): Route<NetworkApp>[] => {
  const views = viewsOf(type)
  const changeable = Object.values(type.attributes).some(({ put }) => put)
  return [
    listRoute(pick, type, views),
    createRoute(pick, type, views),
    showRoute(pick, type, views),
    ...(changeable ? [updateRoute(pick, type, views)] : []),
    deleteRoute(pick, type),
  ]
}
