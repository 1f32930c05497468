import type { Facts } from '@nimbo/http/route'
import type { GivenSample } from './given-samples.ts'
import type { ItemSample } from './item-samples.ts'

/** What operations are tried on: names for the parameters of paths, and what is known of what they name. */
export interface Samples {
  /** By path parameter; each may be overridden for one service: `compute.id`. */
  readonly params: Readonly<Record<string, string>>
  /** By kind of resource, what rules are judged on. */
  readonly facts: Readonly<Record<string, Facts>>
  /** By operation, what its query or body says where the rule is judged on that. */
  readonly given?: Readonly<Record<string, GivenSample>>
  /** By operation that judges items one by one, a request about one of them. */
  readonly items?: Readonly<Record<string, ItemSample>>
  /** Kinds that are hidden from other projects before any rule is asked. */
  readonly hidden: readonly string[]
  /** Headers that name what an operation is about. */
  readonly headers?: Readonly<Record<string, string>>
}
