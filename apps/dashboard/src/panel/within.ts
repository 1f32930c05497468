import type { Values } from './values.ts'

/** Where a list lies: parameters of its path, what narrows it, and what new items are given. */
export interface Within {
  readonly path?: Values
  readonly query?: Values
  readonly initial?: Values
}
