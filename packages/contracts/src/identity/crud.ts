import { empty, view } from '@nimbo/operation/content'
import { type Operation, operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import type { Kind } from '@nimbo/resource/describe/kind'
import { changesSchema, newSchema, shownSchema } from '@nimbo/resource/describe/kind-schema'
import { type TProperties, type TSchema, Type } from 'typebox'
import { open, pagedQuery, pageLinks, Self } from './words.ts'

/** Names and paths of a kind's five operations. */
interface CrudStyle {
  /** For example `/v3/policies`. */
  readonly path: string
  /** The path parameter, such as `policy_id`. */
  readonly id: string
  /** As in `identity:create_policy`, `identity:list_policies`. */
  readonly rules: { readonly one: string; readonly many: string }
  /** Whether clients choose the id, so that it is created with `PUT`. */
  readonly named?: true
  /** Filters of lists. */
  readonly filters: TProperties
  readonly errors: {
    readonly notFound: string
    readonly create?: readonly string[]
    readonly update?: readonly string[]
  }
}

const article = (name: string): string => (/^[aeiou]/.test(name) ? 'an' : 'a')

/** The five operations, with erased names. */
export type Crud = Readonly<Record<'list' | 'create' | 'show' | 'update' | 'delete', Operation>>

/** CRUD operations derived from a description. A kind with the attribute `extra` accepts and shows arbitrary attributes. */
export const crudOf = (kind: Kind, { path, id, rules, named, filters, errors }: CrudStyle): Crud => {
  const { name, collection } = kind
  const what = `${article(name)} ${name.replaceAll('_', ' ')}`
  const isOpen = 'extra' in kind.attributes
  const { extra: _, ...visible } = shownSchema(kind, {})
  const Shown = Type.Object({ ...visible, links: open(Self.properties) }, { additionalProperties: isOpen })
  const one = `${path}/{${id}}`
  const shown = view({ [name]: Shown })
  const under = (schema: TSchema) => Type.Object({ [name]: schema })
  return {
    list: operation({
      id: `${collection}.list`,
      method: 'GET',
      path,
      summary: `List ${collection.replaceAll('_', ' ')}`,
      rule: `identity:list_${rules.many}`,
      on: ownProject,
      query: pagedQuery(filters),
      replies: { 200: view({ [collection]: Type.Array(Shown), ...pageLinks }) },
    }),
    create: operation({
      id: `${collection}.create`,
      method: named ? 'PUT' : 'POST',
      path: named ? one : path,
      summary: `Create ${what}`,
      rule: `identity:create_${rules.one}`,
      on: ownProject,
      body: under(Type.Object(newSchema(kind), { additionalProperties: isOpen })),
      replies: { 201: shown },
      errors: errors.create ?? [],
    }),
    show: operation({
      id: `${collection}.show`,
      method: 'GET',
      path: one,
      summary: `Show ${what}`,
      rule: `identity:get_${rules.one}`,
      on: found(name),
      replies: { 200: shown },
      errors: [errors.notFound],
    }),
    update: operation({
      id: `${collection}.update`,
      method: 'PATCH',
      path: one,
      summary: `Change ${what}`,
      rule: `identity:update_${rules.one}`,
      on: found(name),
      body: under(Type.Object(changesSchema(kind), { additionalProperties: isOpen, minProperties: 1 })),
      replies: { 200: shown },
      errors: [errors.notFound, ...(errors.update ?? [])],
    }),
    delete: operation({
      id: `${collection}.delete`,
      method: 'DELETE',
      path: one,
      summary: `Delete ${what}`,
      rule: `identity:delete_${rules.one}`,
      on: found(name),
      replies: { 204: empty },
      errors: [errors.notFound],
    }),
  }
}
