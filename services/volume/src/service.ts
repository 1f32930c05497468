import { type ImageClient, imageClient } from '@nimbo/clients/image'
import { restClient } from '@nimbo/clients/rest-client'
import { asService, asUser, serviceTokens } from '@nimbo/clients/service-tokens'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { type DurableEngine, durableEngine } from '@nimbo/durable/durable-engine'
import { createApi } from '@nimbo/http/api'
import type { Handler } from '@nimbo/http/message'
import { reverter } from '@nimbo/kernel/reverter'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { volumeHostHandlers } from './agent/volume-host-handlers.ts'
import { faultEnvelope, versions } from './api/fault-envelope.ts'
import { paste } from './api/paste.ts'
import { projectPath } from './api/project-path.ts'
import { resources, routes } from './api/routes.ts'
import { listVersions } from './api/versions.ts'
import type { VolumeApp } from './app/app.ts'
import { ensureDefaultType } from './app/default-type.ts'
import type { Db } from './db/db.ts'
import { migrations } from './db/migrations.ts'
import type { VolumeTables } from './db/tables.ts'
import type { VolumeBackend } from './driver/volume-backend.ts'
import { errors } from './errors.ts'
import { createVolumeFlow } from './flows/create-volume.ts'
import { deleteVolumeFlow } from './flows/delete-volume.ts'
import { extendVolumeFlow } from './flows/extend-volume.ts'
import { createSnapshotFlow, deleteSnapshotFlow } from './flows/snapshots.ts'
import { volumeEnforcer } from './policies.ts'
import { rpcSpans } from './rpc-spans.ts'
import { schedulerHandlers } from './scheduler/scheduler-handlers.ts'
import { reportHost } from './tasks/report-host.ts'

export interface VolumeOptions {
  readonly backend: VolumeBackend
  /** The name of the host that has the back end. */
  readonly host: string
}

/** `[DEFAULT] storage_availability_zone` */
const zone = 'nova'

/** Starts the volume service: its API, its scheduler, and the volume host with the given back end. */
export const startVolume = async (host: ServiceHost, options: VolumeOptions): Promise<RunningService> => {
  await using undo = reverter()
  const db = await host.openDatabase<VolumeTables>('cinder', migrations)
  await ensureDefaultType(db, host.clock)
  const images = imageClients(host)
  const volumeHost = `${options.host}@${options.backend.name}`

  const engine = flowEngine(host, db, options.host)
  undo.add(() => engine.stop())
  const scheduling = await serveRpc(
    host.bus,
    volumeSchedulerRpc,
    { server: options.host, log: host.log, observer: rpcSpans(tracer('cinder-scheduler', host.spans)) },
    schedulerHandlers({ db, clock: host.clock, engine, host: options.host, zone }),
  )
  undo.add(() => scheduling.close())
  const serving = await serveRpc(
    host.bus,
    volumeHostRpc,
    { server: volumeHost, log: host.log, observer: rpcSpans(tracer('cinder-volume', host.spans)) },
    volumeHostHandlers({ backend: options.backend, images: images.asService }),
  )
  undo.add(() => serving.close())
  const reporting = reportHost({
    host: volumeHost,
    zone,
    backend: options.backend,
    scheduler: rpcClient(host.bus, volumeSchedulerRpc).on(),
    clock: host.clock,
    log: host.log,
  })
  undo.add(() => reporting.stop())

  const handler = volumeApi(host, db, images.asUser)
  undo.keep()
  return {
    apis: [{ serviceType: 'volume', mount: '/volume', handler }],
    begin: async () => {
      reporting.start()
      // A volume ordered right after the start must find a host.
      await reporting.idle()
      await engine.start()
    },
    settled: async () => {
      await engine.idle()
      await reporting.idle()
    },
    stop: async () => {
      await reporting.stop()
      await engine.stop()
      await scheduling.close()
      await serving.close()
    },
  }
}

const imageClients = (host: ServiceHost): Readonly<Record<'asUser' | 'asService', ImageClient>> => {
  const tokens = serviceTokens(host.transport, host.credentials('cinder'), host.clock)
  const client = (authenticate: ReturnType<typeof asUser>) =>
    imageClient(restClient({ transport: host.transport, serviceType: 'image', authenticate }))
  return { asUser: client(asUser(tokens)), asService: client(asService(tokens)) }
}

/** The scheduler's engine: it carries flows on, and asks the hosts for each thing to be done there. */
const flowEngine = (host: ServiceHost, db: Db, name: string): DurableEngine => {
  const observer = rpcSpans(tracer('cinder-scheduler', host.spans))
  const deps = { db, clock: host.clock, hosts: rpcClient(host.bus, volumeHostRpc, { observer }) }
  return durableEngine({
    db,
    clock: host.clock,
    log: host.log,
    owner: `cinder-scheduler@${name}`,
    flows: [
      createVolumeFlow.with(deps),
      deleteVolumeFlow.with(deps),
      extendVolumeFlow.with(deps),
      createSnapshotFlow.with(deps),
      deleteSnapshotFlow.with(deps),
    ],
  })
}

const volumeApi = (host: ServiceHost, db: Db, images: ImageClient): Handler => {
  const spans = tracer('cinder-api', host.spans)
  const observer = rpcSpans(spans)
  const authorizer = volumeEnforcer(host.override('cinder', 'policy.yaml'))
  const app: VolumeApp = {
    db,
    clock: host.clock,
    images,
    hosts: rpcClient(host.bus, volumeHostRpc, { observer }),
    scheduler: rpcClient(host.bus, volumeSchedulerRpc, { observer }).on(),
    zone,
    // A service's token beside a user's own proves who relays the request; what may be seen stays the user's.
    seesAll: (ctx) => authorizer.isAdmin(ctx) || ctx.roles.includes('service'),
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
    routes,
    microversions: versions,
    invalid: ({ path, value, reason }, part) =>
      part === 'body'
        ? `Invalid input for field/attribute ${path.split('.').at(-1) ?? ''}. Value: ${JSON.stringify(value)}. ${reason}`
        : `Invalid input for query parameters. ${reason}`,
  })
  const versionApi = createApi({
    ...shared,
    app: {},
    routes: [listVersions],
    invalid: ({ reason }) => reason,
  })
  return serveApi(host, {
    service: 'cinder',
    paste,
    main: 'cinder',
    apps: { apiv3: projectPath(resources, api), osvolumeversionapp: versionApi },
    tracer: spans,
    requestIdHeader: 'x-compute-request-id',
    faults: {
      envelope: faultEnvelope,
      statuses: { quotaExceeded: 413 },
      unexpected: 'The server has either erred or is incapable of performing the requested operation.',
    },
  })
}
