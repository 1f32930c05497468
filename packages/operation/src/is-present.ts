import { type Microversion, microversion } from './microversion.ts'
import type { Operation } from './operation.ts'

/** Whether a microversion has an operation. */
export const isPresent = (
  { since, until }: Pick<Operation, 'since' | 'until'>,
  version: Microversion,
): boolean =>
  (since === undefined || microversion(since) <= version) &&
  (until === undefined || version <= microversion(until))
