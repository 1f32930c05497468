import type { ApiClient } from '@nimbo/operation/client/api-client'
import { isItem, type Item } from '../panel/item.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import type { Values } from '../panel/values.ts'

/** The maximum number of items read of a list that is not paged. */
export const longestWhole = 1000

/** Path parameters as strings. */
export const pathOf = (values: Values = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** The items of a panel's list: one page if `further` has a limit, otherwise all, `longest` at most. */
export const readItems = async (
  client: ApiClient,
  { list }: Panel,
  { path, query }: Within,
  further: Values = {},
  longest = longestWhole,
): Promise<readonly Item[]> => {
  const asked = { ...list.query, ...query, ...further }
  const request = { path: pathOf(path), query: asked }
  if (list.items) return list.items((await client.perform(list.operation, request)).body)
  const most = typeof asked.limit === 'number' ? asked.limit : longest
  const items: Item[] = []
  for await (const each of client.performAll(list.operation, most, request)) {
    const inner = list.unwrap !== undefined && isItem(each) ? each[list.unwrap] : each
    if (isItem(inner)) items.push(list.complete ? list.complete(inner) : inner)
  }
  return items
}
