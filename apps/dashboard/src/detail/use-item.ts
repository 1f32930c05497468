import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { readItem } from '../api/read-item.ts'
import { useRefresh } from '../api/use-refresh.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'

/** Reads one item of a panel; null if it does not exist. */
export const useItem = (panel: Panel, key: string, within?: Within) =>
  useQuery({
    queryKey: [panel.kind ?? panel.id, 'item', panel.id, key, within],
    queryFn: () => readItem(clientOf(panel.api), panel, key, within),
    ...useRefresh(panel),
  })
