import type { Import } from './parsed-file.ts'
import type { Place } from './places.ts'

/** An import as the rules see it: where it leads (ours or outside), and what it takes. */
export type Use =
  | { readonly kind: 'ours'; readonly to: Place; readonly taken: Import }
  | { readonly kind: 'outside'; readonly module: string; readonly taken: Import }

/** One wall: no file that it `guards` may make a use that it `forbids`. Tests stand outside the walls. */
export interface Rule {
  readonly reason: string
  readonly guards: (from: Place) => boolean
  readonly forbids: (use: Use, from: Place) => boolean
}
