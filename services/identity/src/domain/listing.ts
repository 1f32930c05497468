export type Comparison = 'equals' | 'contains' | 'startswith' | 'endswith' | Order

/** Comparison operators for timestamps in queries. */
export const orders = ['lt', 'lte', 'gt', 'gte', 'eq', 'neq'] as const
export type Order = (typeof orders)[number]

/** One filter of a list. */
export interface Filter {
  readonly column: string
  readonly comparison: Comparison
  readonly ignoreCase: boolean
  readonly value: string | boolean | null
}

/** A page of a list that is ordered by id. */
export interface Page {
  readonly limit: number
  /** The last id of the previous page. */
  readonly marker?: string
}
