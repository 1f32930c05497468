import { checkedByHandler } from '@nimbo/operation/checked-by-handler'
import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each, found, type Target } from '@nimbo/operation/target'
import { type TSchema, Type } from 'typebox'
import { type Changes, type Given, type Kind, type Of, parentParameter } from './kind.ts'
import { changesSchema, newSchema, shownSchema } from './kind-schema.ts'
import { listSchema } from './list-schema.ts'

type Verb = 'get' | 'create' | 'update' | 'delete'

/** What a service's CRUD operations have in common. */
export interface CrudStyle {
  ruleOf(verb: Verb, kind: Kind): string
  /** Additional names of attributes, such as `tenant_id` for `project_id`. */
  readonly aliases: Readonly<Record<string, string>>
}

/** Codes of errors that callers must expect. */
export interface CrudErrors {
  readonly notFound: string
  readonly create?: readonly string[]
  readonly update?: readonly string[]
  readonly delete?: readonly string[]
}

/** A resource in a reply: the attributes that policy and the `fields` parameter leave. */
export type ShownOf<K extends Kind> = Partial<Of<K>>

type Under<Name extends string, Value> = { readonly [Key in Name]: Value }

/** Wraps a schema under one name: `{ network: … }`. */
const under = <const Name extends string, Value>(name: Name, schema: TSchema) =>
  Type.Unsafe<Under<Name, Value>>(Type.Object({ [name]: schema }, exact))

/** A child resource is listed and created under its parent, by whoever may see the parent. */
const placeOf = (kind: Kind): Target => {
  const { parent } = kind
  return parent && parentParameter(kind) !== undefined ? found(parent.kind.name) : each
}

const worded = (name: string): string => name.replaceAll('_', ' ')
const article = (name: string): string => (/^[aeiou]/.test(name) ? 'an' : 'a')

/** Links to the next and previous page. */
const Links = Type.Array(view({ rel: Type.String(), href: Type.String() }))

/**
 * The operations that every kind of a service has, as data derived from its description:
 *
 * ```ts
 * const crud = crudOf({ ruleOf: (verb, { name }) => `${verb}_${name}`, aliases: {} })
 * export const routers = crud(router, { notFound: 'RouterNotFound', delete: ['RouterInUse'] })
 * ```
 * Bodies and queries are checked by the handler, since each service has words of its own for what is wrong with them.
 */
export const crudOf =
  ({ ruleOf, aliases }: CrudStyle) =>
  <K extends Kind>(kind: K, errors: CrudErrors) => {
    const name: K['name'] = kind.name
    const collection: K['collection'] = kind.collection
    const path: K['path'] = kind.path
    // From the path, which differs even between two kinds that share a table.
    const plural = path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '_')
    const what = `${article(name)} ${worded(name)}`
    const Shown = Type.Unsafe<ShownOf<K>>(Type.Object(shownSchema(kind, aliases), exact))
    const New = Type.Object(newSchema(kind), exact)
    const one = `/${path}/{${name}_id}` as const
    const place = placeOf(kind)
    const { parent } = kind
    const isNested = parent !== undefined && place.kind === 'found'
    return {
      list: operation({
        id: `${plural}.list`,
        method: 'GET',
        path: `/${path}`,
        summary: `List ${worded(collection)}`,
        rule: ruleOf('get', isNested ? parent.kind : kind),
        ...(isNested ? { mayAsk: [ruleOf('get', kind)] } : {}),
        on: place,
        query: checkedByHandler(listSchema(kind, aliases)),
        replies: {
          200: Type.Unsafe<
            Under<K['collection'], readonly ShownOf<K>[]> & {
              readonly [Name in `${K['collection']}_links`]?: readonly {
                readonly rel: string
                readonly href: string
              }[]
            }
          >(view({ [collection]: Type.Array(Shown), [`${collection}_links`]: Type.Optional(Links) })),
        },
      }),
      create: operation({
        id: `${plural}.create`,
        method: 'POST',
        path: `/${path}`,
        summary: `Create ${what}, or several at once`,
        rule: ruleOf('create', kind),
        on: place,
        body: checkedByHandler(
          Type.Union([
            under<K['name'], Given<K>>(name, New),
            under<K['collection'], readonly Given<K>[]>(collection, Type.Array(New, { minItems: 1 })),
          ]),
        ),
        replies: {
          201: Type.Union([
            under<K['name'], ShownOf<K>>(name, Shown),
            under<K['collection'], readonly ShownOf<K>[]>(collection, Type.Array(Shown)),
          ]),
        },
        errors: errors.create ?? [],
      }),
      show: operation({
        id: `${plural}.show`,
        method: 'GET',
        path: one,
        summary: `Show ${what}`,
        rule: ruleOf('get', kind),
        on: found(name),
        query: checkedByHandler(
          Type.Object({
            fields: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
          }),
        ),
        replies: { 200: under<K['name'], ShownOf<K>>(name, Shown) },
        errors: [errors.notFound],
      }),
      update: operation({
        id: `${plural}.update`,
        method: 'PUT',
        path: one,
        summary: `Change ${what}`,
        rule: ruleOf('update', kind),
        on: found(name),
        body: checkedByHandler(under<K['name'], Changes<K>>(name, Type.Object(changesSchema(kind), exact))),
        replies: { 200: under<K['name'], ShownOf<K>>(name, Shown) },
        errors: [errors.notFound, ...(errors.update ?? [])],
      }),
      delete: operation({
        id: `${plural}.delete`,
        method: 'DELETE',
        path: one,
        summary: `Delete ${what}`,
        rule: ruleOf('delete', kind),
        on: found(name),
        replies: { 204: empty },
        errors: [errors.notFound, ...(errors.delete ?? [])],
      }),
    }
  }
