import { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { reconciler } from '@nimbo/durable/reconciler'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { backupHandlers } from '../agent/backup-handlers.ts'
import { type CinderConfig, hostOf } from '../config.ts'
import type { VolumeDrivers } from '../driver/volume-drivers.ts'
import { rpcSpans } from '@nimbo/service/rpc-spans'

/** The backup host has no database; the scheduler writes for it. */
type BackupHost = Omit<ServiceHost, 'openDatabase'>

export interface CinderBackupOptions {
  readonly config: CinderConfig
  readonly drivers: VolumeDrivers
}

/** Starts `cinder-backup` on this host. */
export const startCinderBackup = async (
  { bus, clock, log, logThreshold, spans }: BackupHost,
  { config, drivers }: CinderBackupOptions,
): Promise<RunningService> => {
  const host = hostOf(config)
  const serving = await serveRpc(
    bus,
    volumeBackupRpc,
    { server: host, log, observer: rpcSpans(tracer('cinder-backup', spans)) },
    backupHandlers(await drivers.backup(), logThreshold),
  )
  const scheduler = rpcClient(bus, volumeSchedulerRpc).on()
  const { report_interval, storage_availability_zone: zone } = config.DEFAULT
  const reporting = reconciler({
    name: 'cinder-backup report',
    everyMs: report_interval * 1000,
    clock,
    log,
    run: () => scheduler.reportService(internalContext(), { binary: 'cinder-backup', host, zone }),
  })
  return {
    begin: async () => {
      // A backup created right after the start must find the host.
      reporting.start()
      await reporting.idle()
    },
    settled: () => reporting.idle(),
    stop: async () => {
      await reporting.stop()
      await serving.close()
    },
  }
}
