import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { computeClient } from '@nimbo/clients/compute'
import { imageClient, imageUploads } from '@nimbo/clients/image'
import { keyManagerClient } from '@nimbo/clients/key-manager'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, asUser, serviceTokens } from '@nimbo/clients/service-tokens'
import { computeApi } from '@nimbo/contracts/compute/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { createApi } from '@nimbo/http/api'
import type { Handler } from '@nimbo/http/message'
import { whenFirstAsked } from '@nimbo/http/when-first-asked'
import type { Context } from '@nimbo/kernel/context'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { notifyingService } from '@nimbo/service/notifying-service'
import { tracer } from '@nimbo/trace/tracer'

import { faultEnvelope, versions } from '../api/fault-envelope.ts'
import { paste } from '../api/paste.ts'
import { projectPath } from '../api/project-path.ts'
import { versionList } from '../api/versions.ts'
import type { VolumeApp } from '../app/app.ts'
import { ensureDefaultType } from '../app/default-type.ts'
import { type CinderConfig, hostOf } from '../config.ts'
import { notices } from '../db/notices.ts'
import type { VolumeTables } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { migrations } from '../migrations.ts'
import { volumeEnforcer } from '../policies.ts'
import { ensureCgsnapshotType } from '../resources/consistency-group/cgsnapshot-type.ts'
import { rpcSpans } from '@nimbo/service/rpc-spans'

export interface CinderApiOptions {
  readonly config: CinderConfig
}

/** Starts the volume API; any number of processes may share a database. */
export const startCinderApi = async (
  host: ServiceHost,
  { config }: CinderApiOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<VolumeTables>('cinder', migrations)
  await ensureDefaultType(db, host.clock, config.DEFAULT.default_volume_type)
  await ensureCgsnapshotType(db, host.clock)
  const notifications = await openNotifications(host, { config, host: hostOf(config) })
  notifications.sendFrom(db)
  const told = notices(notifications.notifier, host.clock)
  return notifyingService(volumeApi(host, { db, config, notices: told }), notifications)
}

/** The client of Glance, with the caller's token. */
const imagesOf = (host: ServiceHost): VolumeApp['images'] => {
  const tokens = serviceTokens(host.transport, host.credentials('cinder'), host.clock)
  const image = serviceClient({ transport: host.transport, api: imageApi, authenticate: asUser(tokens) })
  return { ...imageClient(image), ...imageUploads(image) }
}

/** Clients in the name of this service: the owner of a volume has no access to its key. */
const inOwnName = (host: ServiceHost): Pick<VolumeApp, 'keys' | 'compute'> => {
  const { transport } = host
  const authenticate = asService(serviceTokens(transport, host.credentials('cinder'), host.clock))
  return {
    keys: keyManagerClient(serviceClient({ transport, api: keyManagerApi, authenticate })),
    compute: computeClient(serviceClient({ transport, api: computeApi, authenticate, version: '2.89' })),
  }
}

const isService = ({ roles }: Context): boolean => roles.includes('service')

const volumeApi = (
  host: ServiceHost,
  { config, ...given }: Pick<VolumeApp, 'db' | 'config' | 'notices'>,
): Handler => {
  const spans = tracer('cinder-api', host.spans)
  const observer = rpcSpans(spans)
  const authorizer = volumeEnforcer(host.override('cinder', 'policy.yaml'))
  const schedulers = rpcClient(host.bus, volumeSchedulerRpc, { observer })
  const app: VolumeApp = {
    ...given,
    clock: host.clock,
    log: host.log,
    logThreshold: host.logThreshold,
    config,
    unified: limitsOfIdentity(host, { username: 'cinder', type: 'volumev3' }),
    images: imagesOf(host),
    ...inOwnName(host),
    hosts: rpcClient(host.bus, volumeHostRpc, { observer }),
    backups: rpcClient(host.bus, volumeBackupRpc, { observer }),
    schedulers,
    scheduler: schedulers.on(),
    zone: config.DEFAULT.storage_availability_zone,
    // A service token next to the user's token proves who relays the request; what may be seen still depends on the user.
    seesAll: (ctx) => authorizer.isAdmin(ctx) || isService(ctx),
    isService,
  }
  const shared = {
    name: 'volume',
    authorizer,
    tracer: spans,
    forbidden: (rule: string) => errors.PolicyNotAuthorized({ action: rule }),
  }
  const api = createApi({
    ...shared,
    app,
    routes: async () => (await import('../resources.ts')).routes,
    microversions: versions,
    validatesFirst: true,
    invalid: ({ path, value, reason }, part) =>
      part === 'body'
        ? `Invalid input for field/attribute ${path.split('.').at(-1) ?? ''}. Value: ${JSON.stringify(value)}. ${reason}`
        : `Invalid input for query parameters. ${reason}`,
  })
  const versionApi = createApi({
    ...shared,
    app,
    routes: [versionList],
    invalid: ({ reason }) => reason,
  })
  return serveApi(host, {
    service: 'cinder',
    paste,
    main: 'cinder',
    apps: {
      apiv3: whenFirstAsked(async () => projectPath((await import('../resources.ts')).firstSegments, api)),
      osvolumeversionapp: versionApi,
    },
    described: async () => (await import('../resources.ts')).described,
    tracer: spans,
    requestIdHeader: 'x-compute-request-id',
    faults: {
      envelope: faultEnvelope,
      statuses: { quotaExceeded: 413 },
      unexpected: 'The server has either erred or is incapable of performing the requested operation.',
    },
  })
}
