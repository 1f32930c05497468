import type { Operation } from '@nimbo/operation/operation'

/** The last parameter of an operation's path: what names the item itself. */
export const parameterOf = ({ path }: Pick<Operation, 'path'>): string =>
  [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? 'id'
