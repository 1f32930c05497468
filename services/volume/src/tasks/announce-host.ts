import type { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { internalContext } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { CinderConfig } from '../config.ts'

interface AnnounceHostDeps {
  /** `host@backend` */
  readonly host: string
  readonly config: CinderConfig
  readonly scheduler: Pick<RpcCallers<(typeof volumeSchedulerRpc)['methods']>, 'reportService'>
  readonly log: Log
}

/**
 * Tells the scheduler that a back end is up before its capacity is known. Never rejects: if no scheduler can be reached, it
 * learns of the back end from the periodic reports.
 */
export const announceHost = async ({ host, config, scheduler, log }: AnnounceHostDeps): Promise<void> => {
  const zone = config.DEFAULT.storage_availability_zone
  try {
    await scheduler.reportService(internalContext(), { binary: 'cinder-volume', host, zone })
  } catch (error) {
    log.warn({ host, error }, 'could not announce a back end to the scheduler')
  }
}
