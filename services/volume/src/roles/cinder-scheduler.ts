import { computeClient } from '@nimbo/clients/compute'
import { imageClient, imageUploads } from '@nimbo/clients/image'
import { keyManagerClient } from '@nimbo/clients/key-manager'
import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { ConfigError } from '@nimbo/config/config-error'
import { computeApi } from '@nimbo/contracts/compute/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { type DurableEngine, durableEngine } from '@nimbo/durable/durable-engine'
import { flowTimes } from '@nimbo/durable/flow-options'
import { forgettingEndedFlows } from '@nimbo/durable/forget-ended-flows'
import { newId } from '@nimbo/kernel/ids'
import { reverter } from '@nimbo/kernel/reverter'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import { flowSpans } from '@nimbo/service/flow-spans'
import { rpcSpans } from '@nimbo/service/rpc-spans'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { type CinderConfig, hostOf } from '../config.ts'
import { notices } from '../db/notices.ts'
import type { VolumeTables } from '../db/tables.ts'
import { createVolumeFlow } from '../flows/create-volume.ts'
import { deleteVolumeFlow } from '../flows/delete-volume.ts'
import { extendVolumeFlow } from '../flows/extend-volume.ts'
import type { FlowDeps } from '../flows/flow-deps.ts'
import { createSnapshotFlow, deleteSnapshotFlow } from '../flows/snapshots.ts'
import { migrations } from '../migrations.ts'
import { rooms } from '../resources.ts'
import { filterNames } from '../scheduler/filters.ts'
import { schedulerHandlers } from '../scheduler/scheduler-handlers.ts'
import { weigherNames } from '../scheduler/weighers.ts'
import { endAbandonedWork } from '../tasks/end-abandoned-work.ts'
import { forgettingMessages } from '../tasks/forget-messages.ts'
import { reportScheduler } from '../tasks/report-scheduler.ts'

export interface CinderSchedulerOptions {
  readonly config: CinderConfig
  /**
   * The name of this process among the schedulers of its host, which no other running process may have. A process that restarts
   * with the same name continues its work at once, while others wait until its leases expire. By default each start gets a new
   * name.
   */
  readonly instance?: string
}

/**
 * Starts a scheduler: it chooses back ends, runs the flows of volumes, and records the reports of volume hosts. Any number of
 * schedulers share the work of one database.
 */
export const startCinderScheduler = async (
  host: ServiceHost,
  { config, instance = newId() }: CinderSchedulerOptions,
): Promise<RunningService> => {
  refuseUnknown(config, 'scheduler_default_filters', filterNames)
  refuseUnknown(config, 'scheduler_default_weighers', weigherNames)
  await using undo = reverter()
  const db = await host.openDatabase<VolumeTables>('cinder', migrations)
  const name = hostOf(config)
  const notifications = await openNotifications(host, { config, host: name })
  notifications.sendFrom(db)
  const told = notices(notifications.notifier, host.clock)
  const engine = flowEngine(host, { db, config, notices: told }, `cinder-scheduler@${name}:${instance}`)
  undo.add(() => engine.stop())
  const serving = await serveRpc(
    host.bus,
    volumeSchedulerRpc,
    { server: name, log: host.log, observer: rpcSpans(tracer('cinder-scheduler', host.spans)) },
    schedulerHandlers({ ...host, db, engine, config, notices: told }),
  )
  undo.keep()
  const periodic = [
    reportScheduler({ db, clock: host.clock, log: host.log, host: name, config }),
    forgettingEndedFlows({ db, clock: host.clock, log: host.log, config }),
    forgettingMessages({ db, clock: host.clock, log: host.log }),
  ]
  return {
    begin: async () => {
      notifications.start()
      for (const task of periodic) task.start()
      await engine.start()
      await endAbandonedWork(db, host)
    },
    settled: async () => {
      await engine.idle()
      for (const task of periodic) await task.idle()
      await notifications.idle()
    },
    census: () => engine.census(),
    stop: async () => {
      for (const task of periodic) await task.stop()
      await engine.stop()
      await serving.close()
      await notifications.stop()
    },
  }
}

const refuseUnknown = (
  { DEFAULT }: CinderConfig,
  option: 'scheduler_default_filters' | 'scheduler_default_weighers',
  known: readonly string[],
): void => {
  const unknown = DEFAULT[option].filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new ConfigError([
    `[DEFAULT] ${option} = ${unknown.join(',')}: there is none of that name; there are ${known.join(', ')}`,
  ])
}

/** Clients of other services for the flows, in the name of this service. */
const neighboursOf = ({
  transport,
  credentials,
  clock,
}: ServiceHost): Pick<FlowDeps, 'compute' | 'images' | 'keys'> => {
  const authenticate = asService(serviceTokens(transport, credentials('cinder'), clock))
  const image = serviceClient({ transport, api: imageApi, authenticate })
  return {
    compute: computeClient(serviceClient({ transport, api: computeApi, authenticate, version: '2.93' })),
    images: { ...imageClient(image), ...imageUploads(image) },
    keys: keyManagerClient(serviceClient({ transport, api: keyManagerApi, authenticate })),
  }
}

/** Creates the engine that runs flows and calls the volume hosts. */
const flowEngine = (
  host: ServiceHost,
  { db, ...given }: Pick<FlowDeps, 'db' | 'config' | 'notices'>,
  owner: string,
): DurableEngine => {
  const spans = tracer('cinder-scheduler', host.spans)
  const observer = rpcSpans(spans)
  const { clock, silentBefore } = host
  const deps = {
    ...given,
    ...{ db, clock, silentBefore, log: host.log },
    ...neighboursOf(host),
    unified: limitsOfIdentity(host, { username: 'cinder', type: 'volumev3' }),
    hosts: rpcClient(host.bus, volumeHostRpc, { observer }),
    backups: rpcClient(host.bus, volumeBackupRpc, { observer }),
  }
  return durableEngine({
    db,
    observer: flowSpans(spans),
    clock: host.clock,
    log: host.log,
    owner,
    ...flowTimes(given.config),
    flows: [
      createVolumeFlow.with(deps),
      deleteVolumeFlow.with(deps),
      extendVolumeFlow.with(deps),
      createSnapshotFlow.with(deps),
      deleteSnapshotFlow.with(deps),
      ...rooms.flatMap(({ flows = [] }) => flows.map((flow) => flow.with(deps))),
    ],
  })
}
