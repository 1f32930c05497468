import type { Operation } from '@nimbo/operation/operation'
import type { Item } from './item.ts'
import type { Values } from './values.ts'
import type { Within } from './within.ts'

/** The selectable values; labelled by `state.<value>` if that is translated. */
export type Choices = readonly string[]

/** The kind of input; by default derived from the contract's schema. */
export type Asking =
  | 'text'
  | 'area'
  | 'number'
  | 'switch'
  | 'choice'
  | 'reference'
  | 'references'
  | 'list'
  | 'pairs'
  | 'secret'
  | 'file-text'
  | 'file'

export interface Field {
  /** The property of the body, and its translation key (`field.<name>`). */
  readonly name: string
  readonly label?: string
  /** A label that is not translated, for example the name of a template parameter. */
  readonly title?: string
  /** Help text below the input. */
  readonly hint?: string
  readonly as?: Asking
  readonly choices?: Choices
  /** The panel to select from, and `narrow`, the filter of its list. */
  readonly to?: string
  readonly narrow?: Values
  /** The attribute of the selected item to send, if it is not its id. */
  readonly send?: string
  readonly required?: boolean
  readonly initial?: unknown
  /** Collapsed by default. */
  readonly advanced?: true
  /** Shown only if it applies to the other values. */
  readonly when?: (values: Values) => boolean
  /** Name of the CLI option; `false` if there is none. */
  readonly option?: string | false
}

export const field = (name: string, more: Omit<Field, 'name'> = {}): Field => ({ name, ...more })

/** The form of an operation, and how the request body is built from its values. */
export interface FormSpec {
  readonly operation: Operation
  /** The key that wraps the body, for example `network`. */
  readonly key?: string
  readonly fields: readonly Field[]
  /** Builds the body, if it is not simply the values below `key`. */
  readonly body?: (values: Values, item: Item, within: Within) => unknown
  /** The path parameters, if they are not the item's id. */
  readonly path?: (values: Values, item: Item) => Values
  readonly query?: (values: Values) => Values
  readonly headers?: (values: Values, item: Item, within: Within) => Readonly<Record<string, string>>
  /** Whether the form of an action starts with the item's current values. */
  readonly prefilled?: true
  /** The CLI command without options: `network create`. */
  readonly command?: string
  /** The part of the reply that is shown only once, for the user to save. */
  readonly shows?: (reply: unknown) => string
  /** The field that is the positional argument of the CLI command. */
  readonly positional?: string
}
