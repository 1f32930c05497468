import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import type { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { CinderConfig } from '../config.ts'
import type { VolumeBackend } from '../driver/volume-backend.ts'

interface ReportHostDeps {
  /** `host@backend` */
  readonly host: string
  readonly config: CinderConfig
  readonly backend: VolumeBackend
  readonly scheduler: RpcCallers<(typeof volumeSchedulerRpc)['methods']>
  readonly clock: Clock
  readonly log: Log
}

const saidOf = ({ said = {} }: VolumeBackend) => {
  const { reservedPercentage = 0, further = {}, filterFunction, goodnessFunction } = said
  return {
    reservedPercentage,
    further: { ...further },
    ...(filterFunction === undefined ? {} : { filterFunction }),
    ...(goodnessFunction === undefined ? {} : { goodnessFunction }),
  }
}

/** Periodically sends the scheduler a heartbeat of this volume host, with the capacity of its back end. */
export const reportHost = ({ host, config, backend, scheduler, clock, log }: ReportHostDeps): Reconciler =>
  reconciler({
    name: `${volumeHostRpc.topic} report`,
    everyMs: config.DEFAULT.report_interval * 1000,
    clock,
    log,
    run: async () => {
      const { totalGb, freeGb, thin } = await backend.capacity()
      await scheduler.reportHost(internalContext(), {
        host,
        zone: config.DEFAULT.storage_availability_zone,
        backend: backend.said?.volumeBackendName ?? backend.name,
        driver: backend.protocol,
        ...{ totalGb, freeGb, thin },
        ...saidOf(backend),
      })
    },
  })
