import {
  listTenantUsages,
  showTenantUsage,
  type TenantUsageView,
} from '@nimbo/contracts/compute/tenant-usage'
import type { Call } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import { microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../../app/compute-app.ts'
import type { LivedServer } from '../../db/usage/lived-servers.ts'
import { readInstant } from '../../domain/server-list/read-instant.ts'
import { hoursWithin, type Period, uptimeSeconds } from '../../domain/usage/server-hours.ts'
import { wireTimeMicros, wireTimeMicrosOrNull } from '../../domain/wire-time.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { nextLink } from '../page-links.ts'
import { limitOf } from '../servers/server-list-query.ts'

const paged = microversion('2.40')

interface UsageQuery {
  readonly start?: string
  readonly end?: string
  readonly limit?: string
  readonly marker?: string
}
type UsageCall = Pick<Call<ComputeApp, unknown, UsageQuery>, 'app' | 'query' | 'version'>

const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?| \d\d:\d\d:\d\d\.\d+)$/

/** The instant of a query parameter; now by default. */
const instantOf = (text: string | undefined, now: string): string => {
  if (text === undefined || text === '') return now
  const instant = form.test(text) ? readInstant(text) : undefined
  if (instant === undefined)
    throw errors.BadRequest({ reason: 'Invalid datetime string: Datetime is in invalid format' })
  return instant
}

/** The requested period, cut off at now; without parameters both ends are now. */
const periodOf = ({ start, end }: UsageQuery, now: string): Period => {
  const period = { start: instantOf(start, now), stop: instantOf(end, now) }
  if (period.start >= period.stop && (start || end))
    throw errors.BadRequest({
      reason: 'Invalid start time. The start time cannot occur after the end time.',
    })
  return period.stop > now ? { ...period, stop: now } : period
}

const serverUsage = (server: LivedServer, period: Period, now: string) => ({
  instance_id: server.id,
  name: server.name,
  tenant_id: server.projectId,
  flavor: server.flavor.name,
  vcpus: server.flavor.vcpus,
  memory_mb: server.flavor.memoryMb,
  local_gb: server.flavor.rootGb + server.flavor.ephemeralGb,
  hours: hoursWithin(period, server),
  state: server.terminatedAt === null ? server.vmState : 'terminated',
  started_at: wireTimeMicros(server.launchedAt),
  ended_at: wireTimeMicrosOrNull(server.terminatedAt),
  uptime: uptimeSeconds(server, now),
})
type ServerUsage = ReturnType<typeof serverUsage>

const summed = (usages: readonly ServerUsage[], amount: (usage: ServerUsage) => number): number =>
  usages.reduce((sum, usage) => sum + amount(usage), 0)

const tenantUsage = (
  tenantId: string,
  usages: readonly ServerUsage[],
  period: Period,
  detailed: boolean,
): TenantUsageView => ({
  tenant_id: tenantId,
  start: wireTimeMicros(period.start),
  stop: wireTimeMicros(period.stop),
  total_hours: summed(usages, ({ hours }) => hours),
  total_vcpus_usage: summed(usages, ({ hours, vcpus }) => hours * vcpus),
  total_memory_mb_usage: summed(usages, ({ hours, memory_mb }) => hours * memory_mb),
  total_local_gb_usage: summed(usages, ({ hours, local_gb }) => hours * local_gb),
  ...(detailed ? { server_usages: [...usages] } : {}),
})

/** The usage of the projects whose servers are on the page, and the next page's marker. */
const usagesOf = async (
  { app, query, version }: UsageCall,
  { projectId, detailed }: { readonly projectId?: string; readonly detailed: boolean },
) => {
  const now = timestamp(app.deps.clock)
  const period = periodOf(query, now)
  const most = app.deps.config.api.max_limit
  const limit = version >= paged ? limitOf(query.limit, most) : most
  const lived = await app.usage.livedServers({
    period,
    limit,
    ...(projectId === undefined ? {} : { projectId }),
    ...(version >= paged && query.marker !== undefined ? { marker: query.marker } : {}),
  })
  const servers = lived.map((server) => serverUsage(server, period, now))
  const usages = [...Map.groupBy(servers, ({ tenant_id }) => tenant_id)].map(([tenantId, theirs]) =>
    tenantUsage(tenantId, theirs, period, detailed),
  )
  const full = version >= paged && lived.length === limit
  return { usages, page: { full, last: lived.at(-1)?.id } }
}

const list = handle(listTenantUsages, async (call) => {
  const { usages, page } = await usagesOf(call, { detailed: call.query.detailed === '1' })
  return { tenant_usages: usages, ...nextLink('tenant_usages', call.request, page) }
})

const show = handle(
  showTenantUsage,
  async (call) => {
    const { usages, page } = await usagesOf(call, { projectId: call.params.tenant_id, detailed: true })
    return { tenant_usage: usages[0] ?? {}, ...nextLink('tenant_usage', call.request, page) }
  },
  { given: ({ params }) => ({ project_id: params.tenant_id }) },
)

export const tenantUsageRoutes = [list, show]
