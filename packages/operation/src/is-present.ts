import { type Microversion, microversion } from './microversion.ts'
import type { Operation } from './operation.ts'

/** Whether an API has an operation in a version. */
export const isPresent = (
  { since, until }: Pick<Operation, 'since' | 'until'>,
  version: Microversion,
): boolean =>
  (since === undefined || microversion(since) <= version) &&
  (until === undefined || version <= microversion(until))
