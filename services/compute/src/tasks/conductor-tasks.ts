import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { ServiceHost } from '@nimbo/service/service-host'
import { confirmOldResizes } from '../app/moves/confirm-old-resizes.ts'
import type { ProjectLimits } from '../app/quotas/project-limits.ts'
import { reclaimServers } from '../app/servers/reclaim-servers.ts'
import { unrescueOld } from '../app/actions/unrescue-old.ts'
import { offloadShelved } from '../app/shelving/offload-shelved.ts'
import { auditServers } from '../app/usage/audit-servers.ts'
import type { ConductorDeps } from '../conductor/conductor-deps.ts'
import { endSlowBuilds } from '../conductor/end-slow-builds.ts'
import { rpcConductorPort } from '../conductor/rpc-conductor-port.ts'
import type { NovaConfig } from '../config.ts'

interface Deps extends Pick<ConductorDeps, 'databases' | 'notices'> {
  readonly config: NovaConfig
  readonly limits: ProjectLimits
  readonly engine: ConductorDeps['engines']['api']
}

/** The longest interval, in seconds, between two searches for servers that exceed a time limit. */
const longestPauseSeconds = 60

/** Nova's interval between two searches for hosts whose servers' usage is not audited yet. */
const usageAuditPauseMs = 600_000

/** The periodic tasks of conductors that the options enable. */
export const conductorTasks = (
  { bus, clock, log }: Pick<ServiceHost, 'bus' | 'clock' | 'log'>,
  { databases, notices, config, limits, engine }: Deps,
): { start(): void; stop(): Promise<void> } => {
  const options = config.DEFAULT
  const common = { databases, clock, log, notices, config }
  const acting = { ...common, conductor: rpcConductorPort(bus), enforcer: { isAdmin: () => true } }
  const longestSeconds = options.instance_build_timeout

  /** A task that runs often enough to notice soon that a time limit of `seconds` is exceeded; none if it is 0. */
  const after = (name: string, seconds: number, run: () => Promise<void>): readonly Reconciler[] =>
    seconds > 0
      ? [reconciler({ name, clock, log, everyMs: Math.min(seconds, longestPauseSeconds) * 1000, run })]
      : []
  const every = (name: string, everyMs: number, run: () => Promise<void>): Reconciler =>
    reconciler({ name, clock, log, everyMs, run })

  const tasks = [
    ...after('reclaim-servers', options.reclaim_instance_interval, reclaimServers(acting)),
    ...after('confirm-resizes', options.resize_confirm_window, confirmOldResizes({ ...acting, limits })),
    ...after('end-rescues', options.rescue_timeout, unrescueOld(acting)),
    ...after('end-slow-builds', longestSeconds, endSlowBuilds({ ...common, engine, longestSeconds })),
    ...(options.shelved_offload_time < 0
      ? []
      : [every('offload-shelved', options.shelved_poll_interval * 1000, offloadShelved(common))]),
    ...(options.instance_usage_audit
      ? [every('audit-servers', usageAuditPauseMs, auditServers(common))]
      : []),
  ]
  return {
    start: () => {
      for (const task of tasks) task.start()
    },
    stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))),
  }
}
