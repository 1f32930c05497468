import { type crud, ruleOf } from '@nimbo/contracts/network/crud'
import type { HttpRequest } from '@nimbo/http/message'
import type { Call, Route } from '@nimbo/http/route'
import type { Operation } from '@nimbo/operation/operation'
import type { Kind } from '@nimbo/resource/describe/kind'
import { type Filters, parseListQuery } from '@nimbo/resource/describe/list-query'
import { pageLinks } from '@nimbo/resource/describe/page-links'
import { checkRevision } from '@nimbo/resource/describe/revision'
import type { Views } from '@nimbo/resource/describe/view'
import type { Deps } from '../app/deps.ts'
import { enforceWithAttributes } from './attribute-policy.ts'
import { checkUpdate, itemsOf, projectNamed } from './check-body.ts'
import { draftsOf, ownerOf } from './drafts.ts'
import { onMany, onOne } from './folded-route.ts'
import type { Facts } from '../app/as-seen.ts'
import { lookUpOf, parentLookUp, type ServedKind } from './served-kind.ts'
import { networkViews } from './views.ts'
import { whileRevision } from './while-revision.ts'
import { listForm, revisionRefusals } from './words.ts'

type Crud<K extends Kind> = ReturnType<typeof crud<K>>

/** The five CRUD operations of a kind, or four when it cannot be updated. */
export type CrudOf<K extends Kind> = Omit<Crud<K>, 'update'> & Partial<Pick<Crud<K>, 'update'>>

type Handler = (call: Call<Deps>) => Promise<unknown>

interface Found {
  readonly id?: unknown
  readonly revision_number?: unknown
}

/** A handler of list or create; for a child resource the parent is found first. */
const onManyOf = <K extends Kind, P extends Facts | undefined>(
  operation: Operation,
  served: ServedKind<K, P>,
  handle: Handler,
): Route<Deps> => {
  const parent = parentLookUp(served)
  return parent ? onOne(operation, parent, handle) : onMany(operation, handle)
}

/** The attribute and value that tie a child to the parent in the path; empty for top-level kinds. */
const belonging = <K extends Kind, P extends Facts | undefined>(
  served: ServedKind<K, P>,
): ((params: Call<Deps>['params']) => Readonly<Record<string, string>>) => {
  const by = parentLookUp(served)?.by
  const attribute = served.repository.kind.parent?.attribute
  return (params) => (by === undefined || attribute === undefined ? {} : { [attribute]: params[by] ?? '' })
}

const listRoute = <K extends Kind, P extends Facts | undefined>(
  operation: Operation,
  served: ServedKind<K, P>,
  views: Views<K>,
): Route<Deps> => {
  const { repository, beforeList, derived, asSeen } = served
  const { kind } = repository
  const rule = ruleOf('get', kind)
  const below = belonging(served)
  return onManyOf(operation, served, async ({ app, ctx, request, allows, base, params }) => {
    const { filters, page, fields } = parseListQuery(kind, request.query, listForm(app))
    await beforeList?.(app, ctx)
    const selection = { ...page, fields, withParent: true }
    const narrowed: Filters = { ...filters, ...asLists(below(params)) }
    const listed = await repository.list(app.db, app.callers.scopeOf(ctx), narrowed, selection)
    if (page.marker !== undefined && listed.length === 0) await mustBeThere(app, served, page.marker, params)
    const shown = fields.length === 0 || fields.includes('shared')
    const found = asSeen ? await asSeen(app, ctx, listed, shown) : listed
    const view = views(fields, derived?.(app))
    const seen = found.flatMap((each) => (allows(rule, each) ? [view(allows, each)] : []))
    const ids = found.map(({ id }) => String(id))
    const links = pageLinks(`${base}/${pathIn(kind, params)}`, request.query, page, ids)
    return { [kind.collection]: seen, ...(links ? { [`${kind.collection}_links`]: links } : {}) }
  })
}

/** Throws the 404 for a marker that does not exist. */
const mustBeThere = async <K extends Kind, P extends Facts | undefined>(
  { db }: Deps,
  served: ServedKind<K, P>,
  id: string,
  params: Call<Deps>['params'],
): Promise<void> => {
  const parentId = params[parentLookUp(served)?.by ?? ''] ?? ''
  if (!(await served.repository.plain(db, 'all', id))) throw served.notFound({ id, parentId })
}

const asLists = (values: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]))

const pathIn = ({ path }: Kind, params: Call<Deps>['params']): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')

const createRoute = <K extends Kind, P extends Facts | undefined>(
  operation: Operation,
  served: ServedKind<K, P>,
  views: Views<K>,
): Route<Deps> => {
  const { kind } = served.repository
  const draft = draftsOf(served)
  const below = belonging(served)
  return onManyOf(operation, served, async (call) => {
    const { items, bulk } = itemsOf(kind, call.body)
    const drafts = await draft(call, items, below(call.params))
    const made = await served.create(call.app)(call.ctx, drafts)
    const view = views([], served.derived?.(call.app))
    // Policy rules of attributes may refer to the parent, whose attributes are in the draft.
    const shown = made.map((each, index) => view(call.allows, { ...each, ...drafts[index]?.facts }))
    return bulk ? { [kind.collection]: shown } : { [kind.name]: shown[0] }
  })
}

/** The handlers of show, update and delete. */
export const memberRoutes = <K extends Kind, P extends Facts | undefined>(
  operations: Pick<CrudOf<K>, 'show' | 'update' | 'delete'>,
  served: Omit<ServedKind<K, P>, 'create'>,
): Route<Deps>[] => {
  const { repository, update: change, derived } = served
  const { kind } = repository
  const lookUp = lookUpOf(served)
  const views = networkViews(kind)
  const guarded = (app: Deps, { headers }: HttpRequest, found: Found): Deps => {
    checkRevision(headers['if-match'], found, revisionRefusals)
    return whileRevision(app, headers['if-match'], (db) => repository.plain(db, 'all', String(found.id)))
  }

  const show = onOne(operations.show, lookUp, async ({ app, request, allows }, found) => {
    const fields = request.query.getAll('fields').filter((field) => field !== '')
    const whole = await repository.complete(app.db, found, fields)
    return { [kind.name]: views(fields, derived?.(app))(allows, whole) }
  })

  const update = (operation: Operation, using: NonNullable<typeof change>) =>
    onOne(operation, lookUp, async ({ app, ctx, body, allows, request }, found) => {
      const projectId = projectNamed(kind, body)
      if (typeof projectId === 'string') ownerOf({ app, ctx, allows }, projectId)
      const changes = checkUpdate(kind, body)
      // Rules are checked against the resource as it will be: for example a port's device owner, or the target of an
      // RBAC policy.
      enforceWithAttributes(allows, kind, 'update', changes, { ...found, ...changes })
      const whole = await repository.complete(app.db, found)
      const updated = await using(guarded(app, request, found))(ctx, whole, changes)
      return { [kind.name]: views([], derived?.(app))(allows, { ...found, ...updated }) }
    })

  const remove = onOne(operations.delete, lookUp, async ({ app, ctx, request }, found) => {
    await served.delete(guarded(app, request, found))(ctx, found)
  })

  return [show, ...(operations.update && change ? [update(operations.update, change)] : []), remove]
}

/** The handlers of the CRUD operations. */
export const resourceRoutes = <K extends Kind, P extends Facts | undefined>(
  operations: CrudOf<K>,
  served: ServedKind<K, P>,
): Route<Deps>[] => {
  const views = networkViews(served.repository.kind)
  return [
    listRoute(operations.list, served, views),
    createRoute(operations.create, served, views),
    ...memberRoutes(operations, served),
  ]
}
