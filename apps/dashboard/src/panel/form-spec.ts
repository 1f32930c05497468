import type { Operation } from '@nimbo/operation/operation'
import type { Item } from './item.ts'
import type { Values } from './values.ts'
import type { Within } from './within.ts'

/** One of several, under the word `state.<value>` where there is one. */
export type Choices = readonly string[]

/** How a value is asked for; where it is left out, the schema of the contract says. */
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
  /** The property of the body, and the word for it (`field.<name>`). */
  readonly name: string
  readonly label?: string
  /** Its name where it is no word of the page's: a template calls its parameters what it likes. */
  readonly title?: string
  /** What stands below it. */
  readonly hint?: string
  readonly as?: Asking
  readonly choices?: Choices
  /** The panel of which one is chosen, and what narrows its list. */
  readonly to?: string
  readonly narrow?: Values
  /** What of the chosen is sent, where it is not its id. */
  readonly send?: string
  readonly required?: boolean
  readonly initial?: unknown
  /** Folded away until one wants more. */
  readonly advanced?: true
  /** Asked only where other values make sense of it. */
  readonly when?: (values: Values) => boolean
  /** The option of the command line; `false` where it has none. */
  readonly option?: string | false
}

export const field = (name: string, more: Omit<Field, 'name'> = {}): Field => ({ name, ...more })

/** What is asked before an operation, and how the body is made of it. */
export interface FormSpec {
  readonly operation: Operation
  /** The key around the body: `network`. */
  readonly key?: string
  readonly fields: readonly Field[]
  /** Where the body is not simply the values under the key. */
  readonly body?: (values: Values, item: Item, within: Within) => unknown
  /** Where the path names something else than the item's id. */
  readonly path?: (values: Values, item: Item) => Values
  /** The words of the command line before the options: `network create`. */
  readonly command?: string
  /** What of the reply must be kept, for it is shown only now. */
  readonly shows?: (reply: unknown) => string
  /** The option that the command line takes as its last word. */
  readonly positional?: string
}
