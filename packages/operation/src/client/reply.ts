import type { TSchema } from 'typebox'
import type { BodyOf, Operation, ValueOf } from '../operation.ts'

type Replied<Value> = Value extends void ? undefined : Value

/** Statuses of replies that clients get back; what comes with others is thrown. */
type Success<Status> = Status extends number ? (`${Status}` extends `4${string}` ? never : Status) : never

/** The body of an operation's reply, by its contract: what the newest version shows; an older one leaves out what it lacks. */
export type ReplyOf<Declared> =
  Declared extends Operation<string, TSchema | undefined, TSchema | undefined, string, infer Replies>
    ? Replied<ValueOf<Replies[Success<keyof Replies> & keyof Replies]>>
    : never

/** Of replies that differ by what was sent (one network, several), the one that is named as the body was. */
export type ReplyTo<Declared, Key extends PropertyKey> = [
  Extract<ReplyOf<Declared>, Readonly<Record<Key, unknown>>>,
] extends [never]
  ? ReplyOf<Declared>
  : Extract<ReplyOf<Declared>, Readonly<Record<Key, unknown>>>

type IsUnion<One, All = One> = One extends unknown ? ([All] extends [One] ? false : true) : never

/** Says which keys a body has, where the contract knows bodies of several forms; of others no key is let through that it lacks. */
export type Keyed<Declared, Key extends PropertyKey> =
  true extends IsUnion<BodyOf<Declared>>
    ? { readonly body?: Readonly<Partial<Record<Key, unknown>>> }
    : unknown

/** What a list's reply is a list of. */
export type ItemOf<Declared> = ItemIn<ReplyOf<Declared>>

type ItemIn<Reply> = {
  [Name in keyof Reply]-?: Name extends `${string}_links`
    ? never
    : Reply[Name] extends readonly (infer Item)[]
      ? Item
      : never
}[keyof Reply]
