import type { Query } from '@tanstack/react-query'
import { isItem } from '../panel/item.ts'
import type { Panel } from '../panel/panel.ts'
import { useEventsOpen } from './events-context.ts'

/** Polling interval for kinds without events, or while no events arrive. */
const everyMs = 10_000
/** Polling interval while an item is in a transitional state, in case its event is lost. */
const whileBusyMs = 4_000

const isOnItsWay = (value: unknown): boolean =>
  isItem(value) &&
  [value.status, value.stack_status, value.resource_status, value['OS-EXT-STS:task_state']].some(
    (state) => typeof state === 'string' && /ing$|_in_progress$|^build$|^reboot$|^queued$/i.test(state),
  )

const isBusy = (data: unknown): boolean => (Array.isArray(data) ? data.some(isOnItsWay) : isOnItsWay(data))

/** The polling interval of queries about a kind of resource. */
export const useRefresh = <Data>({ kind, polled }: Pick<Panel, 'kind' | 'polled'>) => {
  const open = useEventsOpen()
  return {
    refetchInterval: ({ state }: Pick<Query<Data>, 'state'>): number | false => {
      // No event says that a service is available again.
      if (state.status === 'error') return everyMs
      if (isBusy(state.data)) return whileBusyMs
      return open && kind !== undefined && !polled ? false : everyMs
    },
  }
}
