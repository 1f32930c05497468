import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import type { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { VolumeBackend } from '../driver/volume-backend.ts'

interface ReportHostDeps {
  /** `host@backend` */
  readonly host: string
  readonly zone: string
  readonly backend: VolumeBackend
  readonly scheduler: RpcCallers<(typeof volumeSchedulerRpc)['methods']>
  readonly clock: Clock
  readonly log: Log
}

/** `[DEFAULT] report_interval` */
const reportEveryMs = 10_000

/** Tells the scheduler again and again that this host lives, and what its back end has. */
export const reportHost = ({ host, zone, backend, scheduler, clock, log }: ReportHostDeps): Reconciler =>
  reconciler({
    name: `${volumeHostRpc.topic} report`,
    everyMs: reportEveryMs,
    clock,
    log,
    run: async () => {
      const { totalGb, freeGb, thin } = await backend.capacity()
      await scheduler.reportHost(internalContext(), {
        host,
        zone,
        backend: backend.name,
        driver: backend.name,
        totalGb,
        freeGb,
        thin,
      })
    },
  })
