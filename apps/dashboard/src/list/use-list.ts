import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { longestWhole, readItems } from '../api/items.ts'
import { useRefresh } from '../api/use-refresh.ts'
import type { Item } from '../panel/item.ts'
import { keyOf, type Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { listKey } from './list-key.ts'
import { listQuery } from './list-query.ts'
import type { ListControls } from './list-state.ts'
import { narrowed } from './narrow.ts'

export interface ListPage {
  readonly items: readonly Item[]
  readonly pending: boolean
  readonly refreshing: boolean
  readonly error: Error | null
  /** Whether there may be further items, which were not read: the list is too long for the browser. */
  readonly cut: boolean
  /** The total number of items; undefined for lists that the API pages. */
  readonly total: number | undefined
  readonly page: number
  readonly hasNext: boolean
  readonly next: () => void
  readonly previous: () => void
  readonly refresh: () => void
}

/** One page of a panel's list according to the URL; events keep it up to date. */
export const useList = (panel: Panel, within: Within, state: ListControls): ListPage => {
  const client = clientOf(panel.api)
  const query = listQuery(panel, state)
  const byApi = 'limit' in query
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: listKey(panel, within, query),
    queryFn: () => readItems(client, panel, within, query),
    placeholderData: keepPreviousData,
    ...useRefresh(panel),
  })
  const all = byApi ? (data ?? []) : narrowed(panel, data ?? [], state)
  const page = state.markers.length
  const start = byApi ? 0 : page * state.limit
  const items = all.slice(start, start + state.limit)
  const last = items.at(-1)
  return {
    items,
    pending: isPending,
    refreshing: isFetching,
    error,
    cut: !byApi && (data?.length ?? 0) >= longestWhole,
    total: byApi ? undefined : all.length,
    page: page + 1,
    hasNext: all.length > start + state.limit,
    next: () => last && state.setMarkers([...state.markers, keyOf(panel, last)]),
    previous: () => state.setMarkers(state.markers.slice(0, -1)),
    refresh: () => void refetch(),
  }
}
