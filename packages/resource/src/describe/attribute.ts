import type { ColumnKind, ValueType } from './value-type.ts'

/** What is said of an attribute beside the type of its values. */
export interface AttributeOptions<Given = unknown> {
  /** When clients may give it; without, only the service itself writes it. */
  readonly on?: 'create' | 'update' | 'create update'
  /** A client must give it when it makes one. */
  readonly required?: true
  /** What a client may give, for documents and trials. */
  readonly example?: Given
  /** What it is when a client says nothing of it. */
  readonly default?: Given
  /** Whether lists can be narrowed by it, and put in its order; both unless said otherwise. */
  readonly filter?: false
  readonly sort?: false
  /** The first microversion that has it, and the first that has it no more. */
  readonly since?: string
  readonly before?: string
  /** Whether replies have it: not what the path names already, nor what is given but not kept. */
  readonly shown?: false
  /** The rule that decides who sees it, where services have no convention for the names of such rules. */
  readonly shownTo?: string
}

/** One attribute of a kind of resource. */
export interface Attribute<
  Value = unknown,
  Column extends ColumnKind = ColumnKind,
  Given = unknown,
  Apart extends boolean = boolean,
  Options extends AttributeOptions = AttributeOptions,
> {
  readonly type: ValueType<Value, Column>
  /** What clients may give: the values themselves, unless they may say less than is kept. */
  readonly takes: ValueType<Given>
  /** Whether it is kept in tables of its own, and not in a column of the resource. */
  readonly apart: Apart
  readonly options: Options
}

/** An attribute that is kept in a column of its resource. */
export const attribute = <
  Value,
  Column extends ColumnKind,
  const Options extends AttributeOptions<NoInfer<Value>>,
>(
  type: ValueType<Value, Column>,
  options: Options,
): Attribute<Value, Column, Value, false, Options> => ({ type, takes: type, apart: false, options })

/** The same, of which clients may say less than is kept: `takes` is what they may give. */
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

/** An attribute that is kept in tables of its own: what a list shows of it is read only when it is asked for. */
export const apart = <
  Value,
  Column extends ColumnKind,
  const Options extends AttributeOptions<NoInfer<Value>>,
>(
  type: ValueType<Value, Column>,
  options: Options,
): Attribute<Value, Column, Value, true, Options> => ({ type, takes: type, apart: true, options })

/** The same, of which clients may say less than is kept: `takes` is what they may give. */
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
