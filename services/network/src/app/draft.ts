import type { Kind } from '@nimbo/resource/describe/kind'
import type { Owned } from './deps.ts'

/** A resource that is to be made, with its parent. */
export interface Draft<K extends Kind, P = undefined> {
  readonly values: Owned<K>
  /** None where resources of that kind have none. */
  readonly parent: P
  /** What policies ask of the parent when they judge the resource. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** What is to be made, for use cases that do not care for parents. */
export const valuesOf = <K extends Kind, P>(drafts: readonly Draft<K, P>[]): readonly Owned<K>[] =>
  drafts.map(({ values }) => values)
