import { type TSchema, Type } from 'typebox'

/** What became of a value a client gave: the value as it is kept, or why it is refused. */
export type Accepted<Value> = { readonly value: Value } | { readonly problem: string }

/** How a value is kept in a column: JSON and booleans (0 or 1) are translated, the others are kept as they are. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'json'

/** What values of an attribute may be: what they look like on the wire, how they are kept, and what a client may give. */
export interface ValueType<Value = unknown, Column extends ColumnKind = ColumnKind> {
  /** The JSON schema of values as they are shown. */
  readonly schema: TSchema
  readonly column: Column
  /** Whether there may be none. */
  readonly nullable: boolean
  /** Checks a value a client gave and brings it into its one canonical form. */
  readonly accept: (given: unknown) => Accepted<Value>
}

/** The values of a type. */
export type ValueOf<Described> = Described extends ValueType<infer Value> ? Value : never

export const accepted = <Value>(value: Value): Accepted<Value> => ({ value })
export const refused = (problem: string): { readonly problem: string } => ({ problem })

/** A value as Python prints it, for sentences that clients know. */
export const literal = (value: unknown): string => {
  if (typeof value === 'string') return `'${value}'`
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** A type of texts that a check of its own tells. */
export const textType = <Value extends string = string>(
  accept: (given: unknown) => Accepted<Value>,
  schema: TSchema = Type.String(),
): ValueType<Value, 'text'> => ({ schema, column: 'text', nullable: false, accept })
