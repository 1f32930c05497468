import type { Api } from '@nimbo/operation/client/api'
import type { Operation } from '@nimbo/operation/operation'
import type { FormSpec } from './form-spec.ts'
import type { Values } from './values.ts'
import type { Within } from './within.ts'
import type { Item } from './item.ts'

/** Why an action is disabled: the translation key (`shell.why.<why>`) and its parameters. */
export interface StateRefusal {
  readonly why: string
  readonly values?: Readonly<Record<string, string>>
}

/** An action of another panel, performed on each item of that panel's list. */
export interface OnEach {
  /** The panel, preferably that of the same area, and the id of its action. */
  readonly panel: string
  readonly action: string
  /** The query that limits the other panel's list to the items that belong to this item. */
  readonly within: (item: Item) => Within
}

/** An action on an item. */
export interface ActionSpec {
  /** Also its translation key: `action.<id>`. */
  readonly id: string
  readonly operation: Operation
  /** The API of the operation, if it is not the panel's. */
  readonly api?: Api
  /** The form that is shown first. */
  readonly form?: Omit<FormSpec, 'operation'>
  readonly body?: (item: Item) => unknown
  readonly path?: (item: Item) => Values
  /** Headers of the request: the object store takes changes as headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Why the item's state does not allow the action; undefined if it does. */
  readonly hindered?: (item: Item) => StateRefusal | undefined
  /** Whether to show the action for the item at all, for example "unlock" only if it is locked. */
  readonly offered?: (item: Item) => boolean
  /** Path of the page that performs the action. */
  readonly opens?: (item: Item) => string
  /** URL of a file that the browser downloads. */
  readonly downloads?: (item: Item, within: Within) => string
  /** Performs an action on each item of another panel that belongs to this item, with a result for each. */
  readonly onEach?: OnEach
  /** Asks for confirmation. */
  readonly asks?: true
  /** Available for several selected items. */
  readonly batch?: true
  /** The CLI command, without the item's id that follows it. */
  readonly command?: string
  /** The text of the reply to show: a password, a link, a log. */
  readonly shows?: (reply: unknown) => string
}
