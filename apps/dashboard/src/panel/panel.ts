import type { Api } from '@nimbo/operation/client/api'
import type { Operation } from '@nimbo/operation/operation'
import type { ComponentType } from 'react'
import type { ActionSpec, StateRefusal } from './action-spec.ts'
import type { Column } from './column.ts'
import type { FormSpec } from './form-spec.ts'
import type { Values } from './values.ts'
import type { Session } from '../session/session.ts'
import { type Item, textAt } from './item.ts'
import type { Within } from './within.ts'

/** A filter of a list: a text, or one of several values. */
export interface Filter {
  readonly name: string
  readonly choices?: readonly string[]
  /** Applied in the browser, to the text of this attribute, because the API cannot filter by it. */
  readonly byPage?: true
}

/** How the items are read. */
export interface ListSpec {
  readonly operation: Operation
  readonly query?: Values
  /** The key that wraps each item: `keypair` in `{ keypair: … }`. */
  readonly unwrap?: string
  /** Whether the API pages by marker and sorts. Otherwise all items are read, and the browser does both. */
  readonly paged?: boolean
  /** Adds to an item what the page needs, such as an id that the API returns only as part of a URL. */
  readonly complete?: (item: Item) => Item
  /** Extracts the items, if the reply is not a plain list. */
  readonly items?: (reply: unknown) => readonly Item[]
}

/** A tab of an item: a list of another panel, or a component of its own. */
export interface TabSpec {
  /** Its path segment, and its translation key: `tab.<id>`. */
  readonly id: string
  /** The panel whose list it shows. */
  readonly panel?: string
  /** Path parameters and filters of that list, and initial values of what is created in it. */
  readonly within?: (item: Item, session: Session) => Within
  readonly load?: () => Promise<ComponentType<TabProps>>
  /** Whether to show it for the item. */
  readonly offered?: (item: Item, session: Session) => boolean
}

export interface TabProps {
  readonly item: Item
  readonly panel: Panel
}

export interface RemoveSpec {
  readonly operation: Operation
  readonly hindered?: (item: Item) => StateRefusal | undefined
  /** The path parameters, if they are not the item's key. */
  readonly path?: (item: Item) => Values
  readonly body?: (item: Item) => unknown
  readonly command?: string
}

/** A kind of resource in the dashboard: all that differs from kind to kind, declared as data. */
export interface Panel {
  /** Also its translation key: `panel.<id>`. */
  readonly id: string
  readonly api: Api
  /** The `kind` in events; absent if no notifications are sent, so that the list is polled. */
  readonly kind?: string
  /** Its list is polled as well, because no notifications are sent, or only versioned ones, which are off by default. */
  readonly polled?: true
  /** The attribute that identifies an item in API paths, `id` by default; several are separated by blanks. */
  readonly key?: string
  readonly list: ListSpec
  /** Path parameters and filters of its list for the session, for example the user or the project. */
  readonly within?: (session: Session) => Within
  readonly show?: { readonly operation: Operation; readonly key?: string; readonly query?: Values }
  readonly columns: readonly Column[]
  /** Attributes shown in the details besides the columns. */
  readonly details?: readonly Column[]
  readonly filters?: readonly Filter[]
  readonly create?: FormSpec
  /** Path of a page that creates items, instead of the form. */
  readonly createAt?: string
  readonly update?: FormSpec
  readonly remove?: RemoveSpec
  readonly actions?: readonly ActionSpec[]
  readonly tabs?: readonly TabSpec[]
  /** The CLI command that shows an item: `network show`. */
  readonly command?: string
  /** Loads a component that shows what is known of an item that is gone. */
  readonly gone?: () => Promise<ComponentType<{ readonly itemKey: string }>>
  /** Loads a component that is shown above the list. */
  readonly above?: () => Promise<ComponentType>
}

/** Declares a panel; only checks its type. */
export const panel = (declared: Panel): Panel => declared

/** The key of an item in API paths; several attributes are joined by blanks. */
export const keyOf = ({ key = 'id' }: Pick<Panel, 'key'>, item: Item): string =>
  key
    .split(' ')
    .map((name) => String(item[name] ?? ''))
    .join(' ')

/** The display name of an item. */
export const nameOf = (item: Item): string => {
  const name = naming.map((each) => textAt(item, each)).find((text) => text !== '')
  return name ?? textAt(item, 'id')
}

/** The display name of an item, or its key if it has none. */
export const labelOf = (panel: Pick<Panel, 'key'>, item: Item): string => nameOf(item) || keyOf(panel, item)

const naming = [
  ...['name', 'display_name', 'hypervisor_hostname', 'host', 'binary', 'stack_name', 'resource_name'],
]

/** The status of an item, as in the API; empty if it has none. */
export const statusOf = (item: Item): string =>
  ['status', 'stack_status', 'resource_status'].map((name) => textAt(item, name)).find(Boolean) ?? ''
