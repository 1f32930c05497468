import type { JsonObject } from '@nimbo/kernel/json'
import { Type } from 'typebox'
import {
  type Accepted,
  accepted,
  alien,
  type ColumnKind,
  literal,
  refused,
  textType,
  type ValueType,
} from './value-type.ts'

/** PostgreSQL cannot store this character in text. */
const nullCharacter = '\u0000'

/** A value as error messages show it between quotes. */
const told = (given: unknown): string => (typeof given === 'string' ? given : literal(given))

/** Whether a text has more than `most` characters, as Python counts them: an emoji is one, though it has two UTF-16 units. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most

/** Text with a maximum length. */
export const text = (maxLength = 255): ValueType<string, 'text'> =>
  textType((given) => {
    if (typeof given !== 'string') return refused(`'${told(given)}' is not a valid string`)
    if (isLonger(given, maxLength)) return refused(`'${given}' exceeds maximum length of ${maxLength}`)
    return given.includes(nullCharacter)
      ? refused(`${JSON.stringify(given)} contains a null character`)
      : accepted(given)
  }, Type.String({ maxLength }))

const truths: readonly unknown[] = [true, 1, '1', 'true']
const falsehoods: readonly unknown[] = [false, 0, '0', 'false']

/** A boolean; also accepts words and numbers for it. */
export const boolean: ValueType<boolean, 'boolean'> = {
  schema: Type.Boolean(),
  column: 'boolean',
  nullable: false,
  accept: (given) => {
    const plain = typeof given === 'string' ? given.toLowerCase() : given
    if (truths.includes(plain)) return accepted(true)
    if (falsehoods.includes(plain)) return accepted(false)
    return alien(`'${told(given)}' cannot be converted to boolean`)
  },
}

/** An integer from `min` to `max`, or its text. */
export const integer = (min: number, max: number): ValueType<number, 'integer'> => ({
  schema: Type.Integer({ minimum: min, maximum: max }),
  column: 'integer',
  nullable: false,
  accept: (given) => {
    const number = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given
    if (typeof number !== 'number' || !Number.isInteger(number))
      return alien(`'${told(given)}' is not an integer`)
    if (number < min) return refused(`'${number}' is too small - must be at least '${min}'`)
    if (number > max) return refused(`'${number}' is too large - must be no larger than '${max}'`)
    return accepted(number)
  },
})

/** One of these strings. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): ValueType<Value, 'text'> =>
  textType(
    (given) => {
      const value = values.find((known) => known === given)
      return value === undefined ? notAmong(given, values) : accepted(value)
    },
    Type.Enum([...values]),
  )

/** One of these numbers, or its text. */
export const oneOfNumbers = <const Value extends number>(
  ...values: readonly Value[]
): ValueType<Value, 'integer'> => ({
  schema: Type.Union(values.map((value) => Type.Literal(value))),
  column: 'integer',
  nullable: false,
  accept: (given) => {
    const value = values.find((known) => known === given || String(known) === given)
    if (value !== undefined) return accepted(value)
    return Number.isInteger(Number(given))
      ? notAmong(given, values)
      : alien(`'${told(given)}' is not an integer`)
  },
})

const notAmong = (given: unknown, values: readonly unknown[]) =>
  refused(`${literal(given)} is not in [${values.map(literal).join(', ')}]`)

const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** A UUID with or without dashes. */
export const uuid: ValueType<string, 'text'> = textType(
  (given) =>
    typeof given === 'string' && uuidPattern.test(given)
      ? accepted(given)
      : refused(`${literal(given)} is not a valid UUID`),
  Type.String({ format: 'uuid' }),
)

/** An instant, written by services only, as ISO 8601 text in UTC. */
export const instant: ValueType<string, 'text'> = textType(
  (given) => refused(`${literal(given)} cannot be set`),
  Type.String({ format: 'date-time' }),
)

/** The type or null. */
export const orNull = <Value, Column extends ColumnKind>(
  type: ValueType<Value, Column>,
): ValueType<Value | null, Column> => ({
  schema: Type.Union([type.schema, Type.Null()]),
  column: type.column,
  nullable: true,
  accept: (given) => (given === null ? accepted(null) : type.accept(given)),
})

/** The type, where null in a request means `usual`. */
export const orElse = <Value, Column extends ColumnKind>(
  usual: Value,
  type: ValueType<Value, Column>,
): ValueType<Value, Column> => ({
  ...type,
  accept: (given) => (given === null ? accepted(usual) : type.accept(given)),
})

/** A list without duplicates, stored as JSON. */
export const listOf = <Value>(item: ValueType<Value>): ValueType<readonly Value[], 'json'> => ({
  schema: Type.Array(item.schema),
  column: 'json',
  nullable: false,
  accept: (given) => {
    if (!Array.isArray(given)) return refused(`${literal(given)} is not a list`)
    const items = new Map<string, Value>()
    for (const each of given) {
      const result = item.accept(each)
      if ('problem' in result) return result
      const known = JSON.stringify(result.value)
      if (items.has(known)) return refused(`Duplicate items in the list: ${literal(each)}`)
      items.set(known, result.value)
    }
    return accepted([...items.values()])
  },
})

/** Any object, stored unchanged. */
export const dictionary: ValueType<JsonObject, 'json'> = {
  schema: Type.Record(Type.String(), Type.Unknown()),
  column: 'json',
  nullable: false,
  accept: (given) => (isObject(given) ? accepted(given) : notDictionary(given)),
}

/** Safe: a parsed body contains JSON values only. */
const isObject = (given: unknown): given is JsonObject =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const notDictionary = (given: unknown) => refused(`${literal(given)} is not a dictionary`)

/** An optional member of an object. */
interface OptionalMember<Value = unknown> {
  readonly optional: ValueType<Value>
}

export const optional = <Value>(type: ValueType<Value>): OptionalMember<Value> => ({ optional: type })

type Members = Readonly<Record<string, ValueType | OptionalMember>>

type Fields<M extends Members> = {
  readonly [Name in keyof M as M[Name] extends ValueType ? Name : never]: M[Name] extends ValueType<
    infer Value
  >
    ? Value
    : never
} & {
  readonly [Name in keyof M as M[Name] extends OptionalMember
    ? Name
    : never]?: M[Name] extends OptionalMember<infer Value> ? Value : never
}

/** An object with exactly these members, stored as JSON. */
export const objectOf = <M extends Members>(
  members: M,
): ValueType<{ readonly [Name in keyof Fields<M>]: Fields<M>[Name] }, 'json'> => {
  const known = Object.entries(members).map(([name, member]) => ({
    name,
    required: !('optional' in member),
    type: 'optional' in member ? member.optional : member,
  }))
  const read = (given: JsonObject): Accepted<Record<string, unknown>> => {
    const unknown = Object.keys(given).filter((name) => !Object.hasOwn(members, name))
    if (unknown.length > 0) return refused(`Unexpected keys supplied: ${unknown.join(', ')}`)
    const value: Record<string, unknown> = {}
    for (const { name, required, type } of known) {
      if (given[name] === undefined) {
        if (required) return refused(`Expected keys not found: '${name}'`)
        continue
      }
      const member = type.accept(given[name])
      if ('problem' in member) return member
      value[name] = member.value
    }
    return accepted(value)
  }
  const properties = Object.fromEntries(
    known.map(({ name, required, type }) => [name, required ? type.schema : Type.Optional(type.schema)]),
  )
  return {
    schema: Type.Object(properties),
    column: 'json',
    nullable: false,
    // Safe: each member was parsed by its type.
    accept: (given) => (isObject(given) ? read(given) : notDictionary(given)) as Accepted<Fields<M>>,
  }
}
