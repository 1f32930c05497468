import { isItem, type Item, textAt } from '../panel/item.ts'

/** The resources of a preview; those of nested stacks are lists within the list. */
const resourcesIn = (list: unknown): readonly Item[] =>
  Array.isArray(list) ? list.flatMap((one: unknown) => (isItem(one) ? [one] : resourcesIn(one))) : []

/** What a stack would consist of: a line with name and type for each resource. */
export const previewText = (reply: unknown): string => {
  const stack = isItem(reply) && isItem(reply.stack) ? reply.stack : {}
  return resourcesIn(stack.resources)
    .map((one) => `${textAt(one, 'resource_name')}: ${textAt(one, 'resource_type')}`)
    .join('\n')
}
