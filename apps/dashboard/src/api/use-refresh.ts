import type { Query } from '@tanstack/react-query'
import { isItem } from '../panel/item.ts'
import { useEventsOpen } from './events-context.ts'

/** Where the cloud tells nothing of a kind, or nobody hears it, the page asks at intervals. */
const everyMs = 10_000
/** What is on its way somewhere is asked for besides: an event that got lost is not waited for. */
const whileBusyMs = 4_000

const isOnItsWay = (value: unknown): boolean =>
  isItem(value) &&
  [value.status, value.stack_status, value.resource_status, value['OS-EXT-STS:task_state']].some(
    (state) => typeof state === 'string' && /ing$|_in_progress$|^build$|^reboot$|^queued$/i.test(state),
  )

const isBusy = (data: unknown): boolean => (Array.isArray(data) ? data.some(isOnItsWay) : isOnItsWay(data))

/** When a query about a kind is asked again by itself. */
export const useRefresh = <Data>({ kind }: { readonly kind?: string }) => {
  const open = useEventsOpen()
  return {
    refetchInterval: ({ state }: Pick<Query<Data>, 'state'>): number | false => {
      // Nobody tells that a service is back.
      if (state.status === 'error') return everyMs
      if (isBusy(state.data)) return whileBusyMs
      return open && kind !== undefined ? false : everyMs
    },
  }
}
