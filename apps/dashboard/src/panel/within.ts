import type { Values } from './values.ts'

/** The context of a list: parameters of its path, filters, and initial values for created items. */
export interface Within {
  readonly path?: Values
  readonly query?: Values
  readonly initial?: Values
}
