import type { TSchema } from 'typebox'
import type { BodyOf, Operation, ValueOf } from '../operation.ts'

type Replied<Value> = Value extends void ? undefined : Value

/** Success statuses; replies with others are thrown. */
type Success<Status> = Status extends number ? (`${Status}` extends `4${string}` ? never : Status) : never

/** The body of an operation's reply in its newest version; older ones lack some properties. */
export type ReplyOf<Declared> =
  Declared extends Operation<string, TSchema | undefined, TSchema | undefined, string, infer Replies>
    ? Replied<ValueOf<Replies[Success<keyof Replies> & keyof Replies]>>
    : never

/** If replies differ by the request (one network, several), the one with the same key as the request's body. */
export type ReplyTo<Declared, Key extends PropertyKey> = [
  Extract<ReplyOf<Declared>, Readonly<Record<Key, unknown>>>,
] extends [never]
  ? ReplyOf<Declared>
  : Extract<ReplyOf<Declared>, Readonly<Record<Key, unknown>>>

type IsUnion<One, All = One> = One extends unknown ? ([All] extends [One] ? false : true) : never

/** Restricts the keys of a body to those in the contract, where it declares alternatives. */
export type Keyed<Declared, Key extends PropertyKey> =
  true extends IsUnion<BodyOf<Declared>>
    ? { readonly body?: Readonly<Partial<Record<Key, unknown>>> }
    : unknown

/** The item type of a list's reply. */
export type ItemOf<Declared> = ItemIn<ReplyOf<Declared>>

type ItemIn<Reply> = {
  [Name in keyof Reply]-?: Name extends `${string}_links`
    ? never
    : Reply[Name] extends readonly (infer Item)[]
      ? Item
      : never
}[keyof Reply]
