import type { ServiceClient } from '@nimbo/clients/service-client'
import type { Trusts } from '@nimbo/clients/trusts'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { AlarmDb } from '../../db/alarming/alarms.ts'

/** The dependencies of the use cases of alarms. */
export interface AlarmApp {
  readonly db: AlarmDb
  readonly clock: Clock
  readonly log: Log
  /** -1 means unlimited. */
  readonly limits: { readonly ofProject: number; readonly ofUser: number; readonly actions: number }
  /** Wakes the notifier; losing the call only delays the actions. */
  readonly wakeNotifier: () => void
  /** Trusts by which actions are carried out with the rights of the alarm's creator. */
  readonly trusts: Pick<Trusts, 'create' | 'isOf' | 'end' | 'by'>
  /** The metrics service, with the rights of the user who asks. */
  readonly metrics: Pick<ServiceClient, 'call'>
}

/** The current time as alarms store it: UTC without a zone. */
export const instantOf = ({ clock }: Pick<AlarmApp, 'clock'>): string =>
  new Date(clock.now()).toISOString().replace('Z', '000')
