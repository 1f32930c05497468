import type { Item } from '../panel/item.ts'

/** What of an item a template says, and by which name each language has it; a language without a name leaves it out. */
export interface SourceProperty {
  readonly value: (item: Item) => unknown
  readonly hot?: string
  readonly terraform?: string
}

/** Things that Terraform makes one by one where HOT lists them in their owner. */
export interface SourceParts {
  readonly terraform: string
  readonly items: (item: Item) => readonly Item[]
  /** The argument that names the owner. */
  readonly owner: string
  readonly properties: readonly SourceProperty[]
}

/** How a kind of resource is written down: its type in each language, and its properties. */
export interface SourceSpec {
  readonly hot?: string
  readonly terraform?: string
  readonly properties: readonly SourceProperty[]
  readonly parts?: SourceParts
}

/** An attribute under one name in both languages, or another one of Terraform's. */
export const same = (hot: string, terraform = hot): SourceProperty => ({
  ...{ hot, terraform },
  value: (item) => item[hot],
})

/** An attribute that is called otherwise in templates; undefined where a language has no such thing. */
export const named = (
  attribute: string,
  hot: string | undefined,
  terraform: string | undefined,
): SourceProperty => said((item) => item[attribute], hot, terraform)

/** What has to be made of an item first. */
export const said = (
  value: (item: Item) => unknown,
  hot: string | undefined,
  terraform: string | undefined,
): SourceProperty => ({
  value,
  ...(hot === undefined ? {} : { hot }),
  ...(terraform === undefined ? {} : { terraform }),
})
