import type { Facts } from '@nimbo/http/route'
import type { GivenSample } from './given-samples.ts'
import type { ItemSample } from './item-samples.ts'

/** The resources on which operations are tried: values for path parameters, and facts about the resources. */
export interface Samples {
  /** By path parameter; each may be overridden for one service: `compute.id`. */
  readonly params: Readonly<Record<string, string>>
  /** By kind of resource, the facts on which rules are checked. */
  readonly facts: Readonly<Record<string, Facts>>
  /** By operation, its query or body where the rule is checked on those. */
  readonly given?: Readonly<Record<string, GivenSample>>
  /** By operation whose rule is checked for each item, a request about one item. */
  readonly items?: Readonly<Record<string, ItemSample>>
  /** Kinds that are hidden from other projects before any rule is checked. */
  readonly hidden: readonly string[]
  /** Headers that name the target of an operation. */
  readonly headers?: Readonly<Record<string, string>>
}
