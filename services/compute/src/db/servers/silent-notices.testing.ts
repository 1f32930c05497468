import { systemClock } from '@nimbo/kernel/clock'
import { silentNotifier } from '@nimbo/notifications/notifier'
import { serverNotices } from './server-notices.ts'

/** For tests without notifications. */
export const silentNotices = serverNotices({
  ...{ notifier: silentNotifier, clock: systemClock },
  ...{ blockDevices: false, shares: false, stateChanges: undefined },
})
