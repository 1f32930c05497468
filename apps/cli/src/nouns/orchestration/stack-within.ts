import { rowsAt, textAt } from '../../cloud/json-values.ts'
import type { Row } from '../../output/result.ts'
import type { StackPath } from './stack-wait.ts'

/** The path parameters of the nested stack that a resource represents, if any. */
export const stackWithin = (path: StackPath, resource: Row): StackPath | undefined => {
  const link = rowsAt(resource, 'links').find(({ rel }) => rel === 'nested')
  const [, stack_name, stack_id] = /\/stacks\/([^/?]+)\/([^/?]+)/.exec(textAt(link ?? {}, 'href')) ?? []
  if (stack_name === undefined || stack_id === undefined) return undefined
  return { ...path, stack_name: decodeURIComponent(stack_name), stack_id }
}

/** Whether a resource belongs to this very stack, and not to a nested one. */
export const isOwn = (resource: Row, { stack_id }: StackPath): boolean =>
  rowsAt(resource, 'links').some(
    (link) => link.rel === 'stack' && textAt(link, 'href').endsWith(`/${stack_id}`),
  )
