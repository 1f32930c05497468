import type { ColumnKind, ValueType } from './value-type.ts'

/** Properties of an attribute besides its type. */
export interface AttributeOptions<Given = unknown> {
  /** When clients may set it; never if absent. */
  readonly on?: 'create' | 'update' | 'create update'
  /** Required on create. */
  readonly required?: true
  /** An example, for documentation and tests. */
  readonly example?: Given
  /** The default on create. */
  readonly default?: Given
  /** Whether lists can be filtered by it, and sorted by it; both by default. */
  readonly filter?: false
  readonly sort?: false
  /** The first microversion with it, and the first without it. */
  readonly since?: string
  readonly before?: string
  /** Whether replies show it; not for what the path contains, or what is not stored. */
  readonly shown?: false
  /** The policy rule to see it, where the service has no naming convention for such rules. */
  readonly shownTo?: string
}

/** An attribute of a kind of resource. */
export interface Attribute<
  Value = unknown,
  Column extends ColumnKind = ColumnKind,
  Given = unknown,
  Apart extends boolean = boolean,
  Options extends AttributeOptions = AttributeOptions,
> {
  readonly type: ValueType<Value, Column>
  /** The type of input: the same as the values', unless clients may leave parts out. */
  readonly takes: ValueType<Given>
  /** Whether it is stored in separate tables instead of a column. */
  readonly apart: Apart
  readonly options: Options
}

/** An attribute stored in a column. */
export const attribute = <
  Value,
  Column extends ColumnKind,
  const Options extends AttributeOptions<NoInfer<Value>>,
>(
  type: ValueType<Value, Column>,
  options: Options,
): Attribute<Value, Column, Value, false, Options> => ({ type, takes: type, apart: false, options })

/** The same where clients may leave parts of the value out: `takes` is the input's type. */
export const partlyGiven = <
  Value,
  Column extends ColumnKind,
  Given,
  const Options extends AttributeOptions<NoInfer<Given>>,
>(
  type: ValueType<Value, Column>,
  takes: ValueType<Given>,
  options: Options,
): Attribute<Value, Column, Given, false, Options> => ({ type, takes, apart: false, options })

/** An attribute stored in separate tables, which are read only when it is requested. */
export const apart = <
  Value,
  Column extends ColumnKind,
  const Options extends AttributeOptions<NoInfer<Value>>,
>(
  type: ValueType<Value, Column>,
  options: Options,
): Attribute<Value, Column, Value, true, Options> => ({ type, takes: type, apart: true, options })

/** The same where clients may leave parts of the value out: `takes` is the input's type. */
export const partlyGivenApart = <
  Value,
  Column extends ColumnKind,
  Given,
  const Options extends AttributeOptions<NoInfer<Given>>,
>(
  type: ValueType<Value, Column>,
  takes: ValueType<Given>,
  options: Options,
): Attribute<Value, Column, Given, true, Options> => ({ type, takes, apart: true, options })
