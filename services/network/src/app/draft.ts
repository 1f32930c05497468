import type { Kind } from '@nimbo/resource/describe/kind'
import type { Owned } from './deps.ts'

/** A checked create request: values of the resource and its parent. */
export interface Draft<K extends Kind, P = undefined> {
  readonly values: Owned<K>
  /** `undefined` for kinds without a parent. */
  readonly parent: P
  /** Attributes of the parent that policy rules refer to. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** The values alone, for use cases that need no parent. */
export const valuesOf = <K extends Kind, P>(drafts: readonly Draft<K, P>[]): readonly Owned<K>[] =>
  drafts.map(({ values }) => values)
