import type { Constraint } from './constraint.ts'

/** What a change of a property does to a resource that stands: it is changed, made anew, or the change is refused. */
export type OnChange = 'in-place' | 'replace' | 'refuse'

export type PropertyKind = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'map' | 'any'

/** How long a property, an attribute or a type has been there, and whether it still should be used. */
export interface Support {
  readonly status?: 'SUPPORTED' | 'DEPRECATED' | 'HIDDEN' | 'UNSUPPORTED'
  /** Heat's release that brought the status: `5.0.0`, `2014.1`. */
  readonly since?: string
  readonly message?: string
}

export interface PropertyOptions<Value> {
  readonly required?: boolean
  readonly default?: Value
  /** Without it a change replaces the resource. */
  readonly update?: OnChange
  readonly constraints?: readonly Constraint[]
  readonly support?: Support
  readonly description?: string
  /** An older name: what is given under it is taken as given under this one. */
  readonly replacedBy?: string
}

declare const valueType: unique symbol

/** A property as a template may give it, as data; `Given` tells its type whether handlers can count on a value. */
export interface Property<out Value = unknown, out Given extends 'always' | 'maybe' = 'always' | 'maybe'>
  extends PropertyOptions<unknown> {
  readonly kind: PropertyKind
  /** Of a list: what its items are. */
  readonly items?: Property
  /** Of a map: what it holds, where that is known. */
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

/** The values of properties, as handlers get them: checked, with defaults, and with ids in place of names. */
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
/** A map of which the type says nothing. */
export const anyMap = declare<Readonly<Record<string, unknown>>>('map')
/** A list of anything. */
export const anyList = declare<readonly unknown[]>('list')
export const anything = declare<unknown>('any')

/** A text that a custom constraint holds: `neutron.network`, of which handlers get the id, or `ip_addr`. */
export const like = <const Options extends PropertyOptions<string> = Record<never, never>>(
  name: string,
  options?: Options,
): Property<string, GivenBy<Options>> => ({
  kind: 'string',
  ...options,
  constraints: [{ kind: 'custom', name }, ...(options?.constraints ?? [])],
})

/** One of these words. */
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
