import type { Attribute } from './attribute.ts'
import type { ColumnKind, ValueType } from './value-type.ts'

export type Attributes = Readonly<Record<string, Attribute>>

/** The parent of a kind, and its facts for policy rules about children. */
export interface Parent {
  readonly kind: Kind
  /** The attribute with the parent's id, such as `network_id`. */
  readonly attribute: string
  /** Attributes of the parent by their names in policy rules, such as `network:shared`. */
  readonly facts: Readonly<Record<string, string>>
}

/**
 * A kind of resource, as plain data without Node imports: types, columns, filters, sorting, views and contracts are derived from
 * it, each by a separate small part.
 */
export interface Kind<
  Name extends string = string,
  Collection extends string = string,
  Described extends Attributes = Attributes,
  Path extends string = string,
> {
  /** For example `security_group`: in bodies, policies and quotas. */
  readonly name: Name
  /** For example `security_groups`: in bodies; also its table. */
  readonly collection: Collection
  /** For example `security-groups`; for children with the parent's id: `qos/policies/{policy_id}/dscp_marking_rules`. */
  readonly path: Path
  readonly attributes: Described
  readonly parent?: Parent
  /** List filters that are no attributes. */
  readonly filters: Readonly<Record<string, ValueType>>
}

/** A collection's name with dashes. */
type Dashed<Text extends string> = Text extends `${infer Start}_${infer Rest}`
  ? `${Start}-${Dashed<Rest>}`
  : Text

const dashed = <const Text extends string>(text: Text): Dashed<Text> =>
  text.replaceAll('_', '-') as Dashed<Text>

interface KindOptions<Path extends string> {
  readonly parent?: Parent
  /** The path, if it does not follow from the collection's name. */
  readonly path?: Path
  /** List filters that are no attributes. */
  readonly filters?: Readonly<Record<string, ValueType>>
}

/**
 * Declares a kind of resource:
 *
 * ```ts
 * export const router = resource('router', 'routers', {
 *   ...standardAttributes,
 *   name: attribute(text(), { on: 'create update', default: '' }),
 *   status: attribute(oneOf('ACTIVE', 'DOWN'), {}),
 * })
 * export type Router = Of<typeof router>
 * ```
 */
export const resource = <
  const Name extends string,
  const Collection extends string,
  Described extends Attributes,
  const Path extends string = Dashed<Collection>,
>(
  name: Name,
  collection: Collection,
  attributes: Described,
  { parent, filters = {}, path }: KindOptions<Path> = {},
): Kind<Name, Collection, Described, Path> => ({
  name,
  collection,
  // Safe: without an explicit path its type is the dashed name.
  path: path ?? (dashed(collection) as string as Path),
  attributes,
  filters,
  ...(parent ? { parent } : {}),
})

/** The path parameter with the parent's id; undefined for top-level kinds. */
export const parentParameter = ({ parent, path }: Pick<Kind, 'parent' | 'path'>): string | undefined => {
  const parameter = `${parent?.kind.name}_id`
  return path.includes(`{${parameter}}`) ? parameter : undefined
}

type Flat<Properties> = { [Name in keyof Properties]: Properties[Name] }

type Value<One> = One extends Attribute<infer Kept> ? Kept : never
type Takes<One> = One extends Attribute<unknown, ColumnKind, infer Given> ? Given : never
type OptionsOf<One> = One extends { readonly options: infer Options } ? Options : never

type Named<All, Options> = {
  [Name in keyof All]: OptionsOf<All[Name]> extends Options ? Name : never
}[keyof All]

type OnCreate<All> = Named<All, { readonly on: 'create' | 'create update' }>
type OnUpdate<All> = Named<All, { readonly on: 'update' | 'create update' }>
type Certain<All> = Extract<
  OnCreate<All>,
  Named<All, { readonly required: true }> | Named<All, { readonly default: unknown }>
>

/** Names of attributes in separate tables. */
export type ApartNames<K extends Kind> = {
  [Name in keyof K['attributes']]: K['attributes'][Name] extends { readonly apart: true } ? Name : never
}[keyof K['attributes']]

/** The types of complete attributes. */
export type ValuesOf<Described extends Attributes> = {
  readonly [Name in keyof Described]: Value<Described[Name]>
}

/** A complete resource. */
export type Of<K extends Kind> = ValuesOf<K['attributes']>

/** A resource without attributes from separate tables. */
export type Plain<K extends Kind> = Omit<Of<K>, ApartNames<K>>

/** The input of a create request. */
export type Given<K extends Kind> = {
  readonly [Name in OnCreate<K['attributes']>]?: Takes<K['attributes'][Name]>
}

/** The same with defaults: the input of the use case. */
export type New<K extends Kind> = Flat<
  {
    readonly [Name in Certain<K['attributes']>]: Takes<K['attributes'][Name]>
  } & {
    readonly [Name in Exclude<OnCreate<K['attributes']>, Certain<K['attributes']>>]?: Takes<
      K['attributes'][Name]
    >
  }
>

/** The input of an update request. */
export type Changes<K extends Kind> = {
  readonly [Name in OnUpdate<K['attributes']>]?: Takes<K['attributes'][Name]>
}

/** The column of an attribute: `binding:host_id` is stored in `binding_host_id`. */
export const columnOf = (attribute: string): string => attribute.replaceAll(':', '_')

type ColumnName<Name> = Name extends `${infer Start}:${infer End}` ? `${Start}_${ColumnName<End>}` : Name

type ColumnValue<One> =
  One extends Attribute<infer Kept, infer Column>
    ?
        | (Column extends 'boolean' ? number : Column extends 'json' ? string : Exclude<Kept, null>)
        | (null extends Kept ? null : never)
    : never

/** The kind's table for Kysely. */
export type Columns<K extends Kind> = {
  [Name in Exclude<keyof K['attributes'], ApartNames<K>> as ColumnName<Name> & string]: ColumnValue<
    K['attributes'][Name]
  >
}
