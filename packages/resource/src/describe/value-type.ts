import { type TSchema, Type } from 'typebox'

/** The result of parsing an input value: its stored form, or why it is refused. */
export type Accepted<Value> = { readonly value: Value } | Refused

export interface Refused {
  readonly problem: string
  /** Whether the value is not of the type at all, such as a text that is not a number. */
  readonly alien?: true
  /** The code of the service's own error for the value; `problem` is then the whole message. */
  readonly code?: string
}

/** How a value is stored: JSON and booleans (0 or 1) are converted, others are not. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'json'

/** A type of attribute values: JSON schema, storage, and input parsing. */
export interface ValueType<Value = unknown, Column extends ColumnKind = ColumnKind> {
  /** The JSON schema in replies. */
  readonly schema: TSchema
  readonly column: Column
  /** Whether null is allowed. */
  readonly nullable: boolean
  /** Validates an input value and converts it to its canonical form. */
  readonly accept: (given: unknown) => Accepted<Value>
}

/** The TypeScript type of values. */
export type ValueOf<Described> = Described extends ValueType<infer Value> ? Value : never

export const accepted = <Value>(value: Value): Accepted<Value> => ({ value })
export const refused = (problem: string): Refused => ({ problem })
export const alien = (problem: string): Refused => ({ problem, alien: true })

/** Refused with an error of the service's own. */
export const refusedAs = (code: string, problem: string): Refused => ({ problem, code })

/** A value in Python syntax, for messages that clients know. */
export const literal = (value: unknown): string => {
  if (typeof value === 'string') return `'${value}'`
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `'${name}': ${literal(member)}`)
  return `{${members.join(', ')}}`
}

/** A text type with its own validation. */
export const textType = <Value extends string = string>(
  accept: (given: unknown) => Accepted<Value>,
  schema: TSchema = Type.String(),
): ValueType<Value, 'text'> => ({ schema, column: 'text', nullable: false, accept })
