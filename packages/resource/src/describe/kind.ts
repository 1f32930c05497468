import type { Attribute } from './attribute.ts'
import type { ColumnKind, ValueType } from './value-type.ts'

export type Attributes = Readonly<Record<string, Attribute>>

/** The kind of resource that others belong to, and what policies ask of it when they judge one of those. */
export interface Parent {
  readonly kind: Kind
  /** By which a resource names its parent: `network_id`. */
  readonly attribute: string
  /** Attributes of the parent, by the names policies know them under: `network:shared`. */
  readonly facts: Readonly<Record<string, string>>
}

/**
 * A kind of resource as an API has it, as plain data that imports nothing of Node: types, columns, filters, order, views and
 * contracts are derived from it, each by a small part that works alone.
 */
export interface Kind<
  Name extends string = string,
  Collection extends string = string,
  Described extends Attributes = Attributes,
  Path extends string = string,
> {
  /** `security_group`: in bodies, policies and quotas. */
  readonly name: Name
  /** `security_groups`: in bodies; also its table. */
  readonly collection: Collection
  /** `security-groups`; of what lies under its parent with the parent's id: `qos/policies/{policy_id}/dscp_marking_rules`. */
  readonly path: Path
  readonly attributes: Described
  readonly parent?: Parent
  /** What lists can be narrowed by that is no attribute. */
  readonly filters: Readonly<Record<string, ValueType>>
}

/** `security_groups` with dashes. */
type Dashed<Text extends string> = Text extends `${infer Start}_${infer Rest}`
  ? `${Start}-${Dashed<Rest>}`
  : Text

const dashed = <const Text extends string>(text: Text): Dashed<Text> =>
  text.replaceAll('_', '-') as Dashed<Text>

interface KindOptions<Path extends string> {
  readonly parent?: Parent
  /** Where the API has it, if that does not follow from the name of its collection. */
  readonly path?: Path
  /** What lists can be narrowed by that is no attribute. */
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
  // Without a path of its own its type is that of the dashed name.
  path: path ?? (dashed(collection) as string as Path),
  attributes,
  filters,
  ...(parent ? { parent } : {}),
})

/** The parameter of its path that names the parent of a kind which lies under it; undefined of any other kind. */
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

/** The names of what is kept in tables of its own. */
export type ApartNames<K extends Kind> = {
  [Name in keyof K['attributes']]: K['attributes'][Name] extends { readonly apart: true } ? Name : never
}[keyof K['attributes']]

/** The values of attributes, whole. */
export type ValuesOf<Described extends Attributes> = {
  readonly [Name in keyof Described]: Value<Described[Name]>
}

/** A resource of the kind, whole. */
export type Of<K extends Kind> = ValuesOf<K['attributes']>

/** A resource without what is kept in tables of its own. */
export type Plain<K extends Kind> = Omit<Of<K>, ApartNames<K>>

/** What a client gives for a new resource. */
export type Given<K extends Kind> = {
  readonly [Name in OnCreate<K['attributes']>]?: Takes<K['attributes'][Name]>
}

/** The same with what attributes are by default: all that is known of a new resource before its use case runs. */
export type New<K extends Kind> = Flat<
  {
    readonly [Name in Certain<K['attributes']>]: Takes<K['attributes'][Name]>
  } & {
    readonly [Name in Exclude<OnCreate<K['attributes']>, Certain<K['attributes']>>]?: Takes<
      K['attributes'][Name]
    >
  }
>

/** What a client changes of a resource. */
export type Changes<K extends Kind> = {
  readonly [Name in OnUpdate<K['attributes']>]?: Takes<K['attributes'][Name]>
}

/** `binding:host_id` is kept in the column `binding_host_id`. */
export const columnOf = (attribute: string): string => attribute.replaceAll(':', '_')

type ColumnName<Name> = Name extends `${infer Start}:${infer End}` ? `${Start}_${ColumnName<End>}` : Name

type ColumnValue<One> =
  One extends Attribute<infer Kept, infer Column>
    ?
        | (Column extends 'boolean' ? number : Column extends 'json' ? string : Exclude<Kept, null>)
        | (null extends Kept ? null : never)
    : never

/** A row of the kind's table, as Kysely wants to know it. */
export type Columns<K extends Kind> = {
  [Name in Exclude<keyof K['attributes'], ApartNames<K>> as ColumnName<Name> & string]: ColumnValue<
    K['attributes'][Name]
  >
}
