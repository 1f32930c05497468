import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { unlessAborted } from '@nimbo/kernel/deadline'
import type { Log } from '@nimbo/kernel/log'

export interface ReportRegularly {
  readonly name: string
  readonly everyMs: number
  readonly clock: Clock
  readonly log: Log
  readonly report: (ctx: Context) => Promise<unknown>
}

/** Sends heartbeats periodically. Stopping does not wait for the answer to a heartbeat, because the receiver may be down. */
export const reportRegularly = ({ name, everyMs, clock, log, report }: ReportRegularly): Reconciler =>
  reconciler({
    name,
    everyMs,
    clock,
    log,
    run: (stopping) => unlessAborted(stopping, report(internalContext())),
  })
