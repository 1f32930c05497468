import type { Trusts } from '@nimbo/clients/trusts'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { AlarmDb } from '../../db/alarming/alarms.ts'

/** What the use cases of alarms work with. */
export interface AlarmApp {
  readonly db: AlarmDb
  readonly clock: Clock
  readonly log: Log
  /** -1 is any number. */
  readonly limits: { readonly ofProject: number; readonly ofUser: number; readonly actions: number }
  /** Has whoever carries out actions look for some; losing the call only delays it. */
  readonly wakeNotifier: () => void
  /** How actions come to be carried out in the name of who made the alarm. */
  readonly trusts: Pick<Trusts, 'create' | 'end' | 'by'>
}

/** Now, as alarms write it: without a zone, in UTC. */
export const instantOf = ({ clock }: Pick<AlarmApp, 'clock'>): string =>
  new Date(clock.now()).toISOString().replace('Z', '000')
