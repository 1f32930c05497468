import type { Crud } from '@nimbo/contracts/identity/crud'
import type { Call, Route } from '@nimbo/http/route'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Operation } from '@nimbo/operation/operation'
import type { Changes, Kind, New } from '@nimbo/resource/describe/kind'
import type { IdentityApp } from '../app/identity-app.ts'
import type { Identified, PlainUseCases } from '../app/plain-use-cases.ts'
import { pageLinks, withSelf } from './links.ts'
import { type Filterable, filtersIn, pageIn } from './list-request.ts'
import { extraOf } from './record-body.ts'

interface Served<K extends Kind> {
  readonly kind: K
  readonly operations: Crud
  /** The name of the path parameter with the id. */
  readonly id: string
  readonly filters: Filterable
  useCases(app: IdentityApp): PlainUseCases<K>
  /** Additional links of a record, by their names in `links`. */
  links?(self: string): Readonly<Record<string, string>>
}

type Body = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** The attributes in a body that has been validated: the object under the name of the kind. */
const givenIn = (kind: Kind, body: unknown): Body => {
  const given = isObject(body) ? body[kind.name] : undefined
  return isObject(given) ? given : {}
}

/** The attributes that the kind declares. If it has an `extra` column, all others are added to it. */
const sortedOut = ({ attributes }: Kind, given: Body, extra: JsonObject): Body => {
  const known = Object.keys(attributes)
  const values = Object.fromEntries(
    Object.entries(given).filter(([name]) => known.includes(name) && name !== 'id'),
  )
  return known.includes('extra') ? { ...values, extra: { ...extra, ...extraOf(given, known) } } : values
}

const defaultsOf = ({ attributes }: Kind): Body =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { options, type }]) => {
      if (options.default !== undefined) return [[name, options.default]]
      return type.nullable ? [[name, null]] : []
    }),
  )

type AnyCall<Found = unknown> = Call<IdentityApp, Readonly<Record<string, string>>, Query, unknown, Found>
type Query = Readonly<Record<string, string>>

/**
 * The handlers of list, create, show, update and delete for kinds without rules of their own. Their records have no owner, so
 * policy is enforced before a record is looked up.
 */
export const plainRoutes = <K extends Kind>(served: Served<K>): Route<IdentityApp>[] => {
  const { kind, operations, id, filters, useCases } = served
  const { name, collection } = kind

  const view =
    (base: string) =>
    (one: Identified<K>): object => {
      const { extra, ...shown }: Body = one
      const self = `${base}${operations.list.path}/${one.id}`
      const { links, ...whole } = withSelf(self, { ...(isObject(extra) ? extra : {}), ...shown })
      return { ...whole, links: { ...links, ...served.links?.(self) } }
    }

  const onAll = (operation: Operation, handle: (call: AnyCall) => Promise<unknown>): Route<IdentityApp> => ({
    operation,
    lifts: [],
    handle,
  })
  const onOne = (
    operation: Operation,
    handle: (call: AnyCall<{ readonly one: Identified<K> }>, one: Identified<K>) => Promise<unknown>,
  ): Route<IdentityApp> => ({
    operation,
    lifts: [],
    belongsToNobody: true,
    locate: async ({ app, params }) => ({
      found: { one: await useCases(app).find(params[id] ?? '') },
      facts: undefined,
    }),
    handle: (call: AnyCall<{ readonly one: Identified<K> }>) => handle(call, call.found.one),
  })

  return [
    onAll(operations.list, async (call) => {
      const page = pageIn(call.query, call.app.mostListed)
      const listed = await useCases(call.app).list(filtersIn(call.query, filters), page)
      return { [collection]: listed.map(view(call.base)), ...pageLinks(call, listed, page) }
    }),
    onAll(operations.create, async ({ ctx, app, body, params, base }) => {
      const values = { ...defaultsOf(kind), ...sortedOut(kind, givenIn(kind, body), {}) }
      // The body has been validated, and missing attributes have their defaults.
      return { [name]: view(base)(await useCases(app).create(ctx, values as New<K>, params[id])) }
    }),
    onOne(operations.show, async ({ base }, one) => ({ [name]: view(base)(one) })),
    onOne(operations.update, async ({ ctx, app, body, base }, one) => {
      const { extra }: Identified<K> & { readonly extra?: JsonObject } = one
      const changes = sortedOut(kind, givenIn(kind, body), extra ?? {})
      return { [name]: view(base)(await useCases(app).update(ctx, one, changes as Changes<K>)) }
    }),
    onOne(operations.delete, async ({ ctx, app }, one) => useCases(app).remove(ctx, one)),
  ]
}
