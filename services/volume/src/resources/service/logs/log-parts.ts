import type { logLevelMethods } from '@nimbo/contracts/volume/log-levels'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import { logLevelHandlers } from '../../../log-level-handlers.ts'
import type { VolumeApp } from '../../../app/app.ts'
import { hostOf } from '../../../config.ts'
import { listServices } from '../services.ts'

/** A process of the service, with its log level API. */
export interface LogPart {
  readonly binary: string
  readonly host: string
  readonly log: RpcCallers<typeof logLevelMethods>
}

export interface LogChoice {
  /** All binaries when it is `*`, missing or empty. */
  readonly binary?: string | null | undefined
  readonly server?: string | null | undefined
}

/**
 * The matching processes that are up. Of the API, only the process that handles the request: API processes have no queue, so
 * they cannot reach each other.
 */
export const logParts = async (
  app: VolumeApp,
  { binary, server }: LogChoice,
): Promise<readonly LogPart[]> => {
  const isMeant = (name: string): boolean => !binary || binary === '*' || binary === name
  const apiHost = hostOf(app.config)
  const api =
    isMeant('cinder-api') && (!server || server === apiHost)
      ? [{ binary: 'cinder-api', host: apiHost, log: logLevelHandlers(app.logThreshold) }]
      : []
  const services = await listServices(app)({ binary: undefined, host: server || undefined })
  const others = services.flatMap((service) => {
    const log = service.up && isMeant(service.binary) ? callersOf(app, service) : undefined
    return log === undefined ? [] : [{ binary: service.binary, host: service.host, log }]
  })
  return [...api, ...others]
}

const callersOf = (
  app: VolumeApp,
  { binary, host }: { readonly binary: string; readonly host: string },
): LogPart['log'] | undefined => {
  switch (binary) {
    case 'cinder-volume':
      return app.hosts.on(host)
    case 'cinder-scheduler':
      return app.schedulers.on(host)
    case 'cinder-backup':
      return app.backups.on(host)
    default:
      return undefined
  }
}
