export type Comparison = 'equals' | 'contains' | 'startswith' | 'endswith' | Order

/** How instants stand to each other, as queries say it. */
export const orders = ['lt', 'lte', 'gt', 'gte', 'eq', 'neq'] as const
export type Order = (typeof orders)[number]

/** One condition of a list. */
export interface Filter {
  readonly column: string
  readonly comparison: Comparison
  readonly ignoreCase: boolean
  readonly value: string | boolean | null
}

/** Which part of a list, in the order of ids. */
export interface Page {
  readonly limit: number
  /** The last id of the page before. */
  readonly marker?: string
}
