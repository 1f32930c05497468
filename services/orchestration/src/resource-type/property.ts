import type { Constraint } from './constraint.ts'

/** The effect of changing a property of an existing resource: it is updated, replaced, or the change is refused. */
export type OnChange = 'in-place' | 'replace' | 'refuse'

export type PropertyKind = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'map' | 'any'

/** Heat's support status of a property, an attribute or a type. */
export interface Support {
  readonly status?: 'SUPPORTED' | 'DEPRECATED' | 'HIDDEN' | 'UNSUPPORTED'
  /** The Heat release that introduced the status: `5.0.0`, `2014.1`. */
  readonly since?: string
  readonly message?: string
}

export interface PropertyOptions<Value> {
  readonly required?: boolean
  readonly default?: Value
  /** `replace` by default. */
  readonly update?: OnChange
  readonly constraints?: readonly Constraint[]
  readonly support?: Support
  readonly description?: string
  /** Whether other kinds are converted like a parameter: a text to a list by its commas, a structure to its JSON text. */
  readonly converts?: boolean
  /** The name that replaces this deprecated one; a value given under this name is read as that property. */
  readonly replacedBy?: string
}

declare const valueType: unique symbol

/** The schema of a property, as data; `Given` tells the type system whether handlers can rely on a value. */
export interface Property<out Value = unknown, out Given extends 'always' | 'maybe' = 'always' | 'maybe'>
  extends PropertyOptions<unknown> {
  readonly kind: PropertyKind
  /** Of a list: the schema of its items. */
  readonly items?: Property
  /** Of a map: the schemas of its entries, if declared. */
  readonly properties?: Properties
  readonly [valueType]?: { readonly value: Value; readonly given: Given }
}

export type Properties = Readonly<Record<string, Property>>

type GivenBy<Options> = Options extends { readonly required: true } | { readonly default: unknown }
  ? 'always'
  : 'maybe'

type Value<One> = One extends Property<infer Held> ? Held : never

type Flat<All> = { readonly [Name in keyof All]: All[Name] }

type Certain<All extends Properties> = {
  [Name in keyof All]: All[Name] extends Property<unknown, 'always'> ? Name : never
}[keyof All]

/** The values that handlers get: checked, with defaults, and with ids in place of names. */
export type ValuesOf<All extends Properties> = Flat<
  { [Name in Certain<All>]: Value<All[Name]> } & {
    [Name in Exclude<keyof All, Certain<All>>]?: Value<All[Name]>
  }
>

const declare =
  <Held>(kind: PropertyKind) =>
  <const Options extends PropertyOptions<Held> = Record<never, never>>(
    options?: Options,
  ): Property<Held, GivenBy<Options>> => ({ kind, ...options })

export const string = declare<string>('string')
export const integer = declare<number>('integer')
export const number = declare<number>('number')
export const boolean = declare<boolean>('boolean')
/** A map without a schema. */
export const anyMap = declare<Readonly<Record<string, unknown>>>('map')
/** A list without a schema. */
export const anyList = declare<readonly unknown[]>('list')
export const anything = declare<unknown>('any')

/** A text with a custom constraint: `neutron.network`, of which handlers get the id, or `ip_addr`. */
export const like = <const Options extends PropertyOptions<string> = Record<never, never>>(
  name: string,
  options?: Options,
): Property<string, GivenBy<Options>> => ({
  kind: 'string',
  ...options,
  constraints: [{ kind: 'custom', name }, ...(options?.constraints ?? [])],
})

/** A text with a list of allowed values. */
export const oneOf = <
  const Word extends string,
  const Options extends PropertyOptions<Word> = Record<never, never>,
>(
  words: readonly Word[],
  options?: Options,
): Property<Word, GivenBy<Options>> => ({
  kind: 'string',
  ...options,
  constraints: [{ kind: 'allowed', values: words }, ...(options?.constraints ?? [])],
})

export const listOf = <Item, const Options extends PropertyOptions<readonly Item[]> = Record<never, never>>(
  items: Property<Item>,
  options?: Options,
): Property<readonly Item[], GivenBy<Options>> => ({ kind: 'list', ...options, items })

export const mapOf = <
  Held extends Properties,
  const Options extends PropertyOptions<object> = Record<never, never>,
>(
  properties: Held,
  options?: Options,
): Property<ValuesOf<Held>, GivenBy<Options>> => ({ kind: 'map', ...options, properties })
