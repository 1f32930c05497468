import { type Static, type TSchema, Type } from 'typebox'

/** A list that readers do not change. */
export const listOf = <Item extends TSchema>(item: Item) =>
  Type.Unsafe<readonly Static<Item>[]>(Type.Array(item))

/** A map from names to texts. */
export const texts = Type.Unsafe<Readonly<Record<string, string>>>(Type.Record(Type.String(), Type.String()))

/** One of a few words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>(Type.Union(words.map((word) => Type.Literal(word))))

/** Branded ids are checked as the strings they are. */
export const idOf = <Id extends string>() => Type.Unsafe<Id>(Type.String({ minLength: 1 }))

/** An answer that says only that it was done. */
export const nothing = Type.Object({})
