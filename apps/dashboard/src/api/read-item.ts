import type { ApiClient } from '@nimbo/operation/client/api-client'
import { isItem, type Item } from '../panel/item.ts'
import { keyOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { keyInPath } from './path-parameter.ts'
import { pathOf, readItems } from './items.ts'

/** One item by its key, taken from the list if the API has no request for a single one; null if there is none. */
export const readItem = async (
  client: ApiClient,
  panel: Panel,
  key: string,
  within: Within = {},
): Promise<Item | null> => {
  const { show } = panel
  if (show === undefined)
    return (await readItems(client, panel, within)).find((item) => keyOf(panel, item) === key) ?? null
  const path = pathOf({ ...within.path, ...keyInPath(panel, show.operation, key) })
  const { body } = await client.perform(show.operation, { path, query: show.query })
  if (!isItem(body)) return null
  const inner = show.key === undefined ? body : body[show.key]
  return isItem(inner) ? inner : null
}
