import type { Api } from '@nimbo/operation/client/api'
import type { Operation } from '@nimbo/operation/operation'
import type { FormSpec } from './form-spec.ts'
import type { Values } from './values.ts'
import type { Within } from './within.ts'
import type { Item } from './item.ts'

/** Why something cannot be done now: a word (`shell.why.<word>`) and what stands in it. */
export interface Hindrance {
  readonly why: string
  readonly values?: Readonly<Record<string, string>>
}

/** Something that can be done to an item. */
export interface ActionSpec {
  /** The word for it: `action.<id>`. */
  readonly id: string
  readonly operation: Operation
  /** Where it is another service's. */
  readonly api?: Api
  /** What is asked first. */
  readonly form?: Omit<FormSpec, 'operation'>
  readonly body?: (item: Item) => unknown
  readonly path?: (item: Item) => Values
  /** Why it cannot be done to the item now; undefined where it can. */
  readonly hindered?: (item: Item) => Hindrance | undefined
  /** Whether it makes sense for the item at all: what is open is not opened. */
  readonly offered?: (item: Item) => boolean
  /** The page where it is done, instead of here. */
  readonly opens?: (item: Item) => string
  /** What the browser fetches, to keep it. */
  readonly downloads?: (item: Item, within: Within) => string
  /** Whoever wants it is asked first. */
  readonly asks?: true
  /** Several items at once. */
  readonly batch?: true
  /** The words of the command line; the id of the item follows. */
  readonly command?: string
  /** The reply is shown: a password, a link, a log. */
  readonly shows?: (reply: unknown) => string
}
