import type { Item } from '../panel/item.ts'

/** An attribute in templates: its value, and its name in each language; a language without a name omits it. */
export interface SourceProperty {
  readonly value: (item: Item) => unknown
  readonly hot?: string
  readonly terraform?: string
}

/** Resources that Terraform declares separately, while HOT lists them in their parent. */
export interface SourceParts {
  readonly terraform: string
  readonly items: (item: Item) => readonly Item[]
  /** The argument that refers to the parent. */
  readonly owner: string
  readonly properties: readonly SourceProperty[]
}

/** How a kind of resource is written in each language: its type and properties. */
export interface SourceSpec {
  readonly hot?: string
  readonly terraform?: string
  readonly properties: readonly SourceProperty[]
  readonly parts?: SourceParts
}

/** An attribute with the same name in HOT and, unless given, in Terraform. */
export const same = (hot: string, terraform = hot): SourceProperty => ({
  ...{ hot, terraform },
  value: (item) => item[hot],
})

/** An attribute with other names in templates; undefined if a language lacks it. */
export const named = (
  attribute: string,
  hot: string | undefined,
  terraform: string | undefined,
): SourceProperty => said((item) => item[attribute], hot, terraform)

/** A property whose value is computed from the item. */
export const said = (
  value: (item: Item) => unknown,
  hot: string | undefined,
  terraform: string | undefined,
): SourceProperty => ({
  value,
  ...(hot === undefined ? {} : { hot }),
  ...(terraform === undefined ? {} : { terraform }),
})
