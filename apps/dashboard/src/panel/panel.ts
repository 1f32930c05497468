import type { Api } from '@nimbo/operation/client/api'
import type { Operation } from '@nimbo/operation/operation'
import type { ComponentType } from 'react'
import type { ActionSpec, Hindrance } from './action-spec.ts'
import type { Column } from './column.ts'
import type { FormSpec } from './form-spec.ts'
import type { Values } from './values.ts'
import type { Session } from '../session/session.ts'
import { type Item, textAt } from './item.ts'
import type { Within } from './within.ts'

/** What narrows a list: a text, or one of several values. */
export interface Filter {
  readonly name: string
  readonly choices?: readonly string[]
  /** The API cannot: the page narrows what it has, by the text of this attribute. */
  readonly byPage?: true
}

/** How the items are asked for. */
export interface ListSpec {
  readonly operation: Operation
  readonly query?: Values
  /** The key under which each item lies: `{ keypair: … }`. */
  readonly unwrap?: string
  /** Whether the API gives pages by marker and sorts; else all is read, and the page does both. */
  readonly paged?: boolean
  /** Where the reply is no list: the items in it. */
  readonly items?: (reply: unknown) => readonly Item[]
}

/** A tab of an item: a list of another panel that belongs to it, or something of its own. */
export interface TabSpec {
  /** Its address, and the word for it: `tab.<id>`. */
  readonly id: string
  /** The panel whose list it shows. */
  readonly panel?: string
  /** What narrows that list, and is given to what is made there. */
  readonly within?: (item: Item, session: Session) => Within
  readonly load?: () => Promise<ComponentType<TabProps>>
  /** Whether this item has it. */
  readonly offered?: (item: Item, session: Session) => boolean
}

export interface TabProps {
  readonly item: Item
  readonly panel: Panel
}

export interface RemoveSpec {
  readonly operation: Operation
  readonly hindered?: (item: Item) => Hindrance | undefined
  /** Where the path names something else than the item's key. */
  readonly path?: (item: Item) => Values
  readonly command?: string
}

/** A kind of resource as the page shows it: all that differs from one kind to the next, as data. */
export interface Panel {
  /** The words for it: `panel.<id>`. */
  readonly id: string
  readonly api: Api
  /** What events call it; absent where the cloud tells of none, so that the list is asked for at intervals. */
  readonly kind?: string
  /** The attribute by which the API knows an item: its id unless said otherwise; several with a blank between. */
  readonly key?: string
  readonly list: ListSpec
  /** Where its list lies for whoever is logged in: below the user, in the project. */
  readonly within?: (session: Session) => Within
  readonly show?: { readonly operation: Operation; readonly key?: string; readonly query?: Values }
  readonly columns: readonly Column[]
  /** What the details show besides the columns. */
  readonly details?: readonly Column[]
  readonly filters?: readonly Filter[]
  readonly create?: FormSpec
  /** A page of its own where one makes them, instead of the form. */
  readonly createAt?: string
  readonly update?: FormSpec
  readonly remove?: RemoveSpec
  readonly actions?: readonly ActionSpec[]
  readonly tabs?: readonly TabSpec[]
  /** The words of the command line that show one: `network show`. */
  readonly command?: string
  /** What is shown above the list. */
  readonly above?: () => Promise<ComponentType>
}

/** Declares a panel; it checks the form. */
export const panel = (declared: Panel): Panel => declared

/** What the API calls an item; where only several attributes together tell it from others, their words. */
export const keyOf = ({ key = 'id' }: Pick<Panel, 'key'>, item: Item): string =>
  key
    .split(' ')
    .map((name) => String(item[name] ?? ''))
    .join(' ')

/** What people call it. */
export const nameOf = (item: Item): string => {
  const name = naming.map((each) => textAt(item, each)).find((text) => text !== '')
  return name ?? textAt(item, 'id')
}

const naming = ['name', 'display_name', 'hypervisor_hostname', 'binary', 'stack_name', 'resource_name']

/** Where it is in its life, in its API's own word; empty where it has none. */
export const statusOf = (item: Item): string =>
  ['status', 'stack_status', 'resource_status'].map((name) => textAt(item, name)).find(Boolean) ?? ''
