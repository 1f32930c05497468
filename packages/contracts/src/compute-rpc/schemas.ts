import { type Static, type TSchema, Type } from 'typebox'

/** A readonly list. */
export const listOf = <Item extends TSchema>(item: Item) =>
  Type.Unsafe<readonly Static<Item>[]>(Type.Array(item))

/** A map of strings. */
export const texts = Type.Unsafe<Readonly<Record<string, string>>>(Type.Record(Type.String(), Type.String()))

/** One of several strings. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>(Type.Union(words.map((word) => Type.Literal(word))))

/** Branded ids are validated as strings. */
export const idOf = <Id extends string>() => Type.Unsafe<Id>(Type.String({ minLength: 1 }))

/** An empty reply. */
export const nothing = Type.Object({})
