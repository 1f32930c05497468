import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { CinderConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import { reportService } from '../db/services.ts'

interface ReportSchedulerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly host: string
  readonly config: CinderConfig
}

/** Periodically records a heartbeat of the scheduler of this host. */
export const reportScheduler = ({ db, clock, log, host, config }: ReportSchedulerDeps): Reconciler => {
  const { report_interval, storage_availability_zone: zone } = config.DEFAULT
  return reconciler({
    name: 'cinder-scheduler report',
    everyMs: report_interval * 1000,
    clock,
    log,
    run: () => reportService(db, { binary: 'cinder-scheduler', host, zone }, timestamp(clock)),
  })
}
