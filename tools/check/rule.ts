import type { Import } from './parsed-file.ts'
import type { Place } from './places.ts'

/** An import as the rules see it: its target (in the repository or external), and the imported names. */
export type Use =
  | { readonly kind: 'ours'; readonly to: Place; readonly taken: Import }
  | { readonly kind: 'outside'; readonly module: string; readonly taken: Import }

/** An import rule: a file that it `guards` must not have an import that it `forbids`. Tests are exempt. */
export interface Rule {
  readonly reason: string
  readonly guards: (from: Place) => boolean
  readonly forbids: (use: Use, from: Place) => boolean
}
