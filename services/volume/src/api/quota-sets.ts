import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import { defaultQuotas, resetQuotas, setQuotas, showQuotas } from '../app/quotas.ts'
import { type Limits, type QuotaResource, quotaResources, type Usage, usedOf } from '../domain/quota.ts'
import { errors } from '../errors.ts'
import { isTrue } from './paging.ts'
import { route } from './route.ts'

const limit = Type.Union([Type.Integer({ minimum: -1 }), Type.String({ pattern: '^(-1|[0-9]+)$' })])
const updateBody = Type.Object({
  quota_set: Type.Record(Type.String(), Type.Union([limit, Type.String(), Type.Null()])),
})

const withUsage = (limits: Limits, usage: Usage) =>
  Object.fromEntries(
    quotaResources.map((resource) => [
      resource,
      { limit: limits[resource], in_use: usedOf(usage, resource), reserved: 0 },
    ]),
  )

/** Keys that clients send beside limits. */
const notLimits = new Set(['tenant_id', 'force', 'skip_validation', 'id'])

const limitsIn = (given: Readonly<Record<string, number | string | null>>) => {
  const named = Object.entries(given).filter(([name]) => !notLimits.has(name))
  const strange = named.filter(([name]) => !quotaResources.includes(name as QuotaResource))
  if (strange.length > 0) {
    throw errors.BadRequest({
      reason: `Bad key(s) in quota set: ${strange.map(([name]) => name).join(',')}`,
    })
  }
  return Object.fromEntries(
    named.map(([name, value]) => {
      if (!/^(-1|\d{1,9})$/.test(String(value))) {
        throw errors.InvalidInput({ reason: `Quota limit for '${name}' must be -1 or a whole number.` })
      }
      return [name, Number(value)]
    }),
  )
}

const projectLimitsSince = microversion('3.39')

export const quotaSets: readonly Route<VolumeApp>[] = [
  route({
    method: 'GET',
    path: '/os-quota-sets/{project_id}',
    name: 'quotas.show',
    policy: 'volume_extension:quotas:show',
    replies: [200],
    handle: async ({ app, params: { project_id }, query, enforce }) => {
      enforce('volume_extension:quotas:show', { project_id })
      const { limits, usage } = await showQuotas(app)(project_id)
      const shown = isTrue(query.usage ?? null) ? withUsage(limits, usage) : limits
      return ok({ quota_set: { id: project_id, ...shown } })
    },
  }),
  route({
    method: 'GET',
    path: '/os-quota-sets/{project_id}/defaults',
    name: 'quotas.show_defaults',
    policy: 'volume_extension:quotas:show',
    replies: [200],
    handle: async ({ app, params: { project_id } }) =>
      ok({ quota_set: { id: project_id, ...defaultQuotas(app) } }),
  }),
  route({
    method: 'PUT',
    path: '/os-quota-sets/{project_id}',
    name: 'quotas.update',
    policy: 'volume_extension:quotas:update',
    body: updateBody,
    replies: [200],
    handle: async ({ app, params: { project_id }, body }) => {
      await setQuotas(app)(project_id, limitsIn(body.quota_set))
      return ok({ quota_set: (await showQuotas(app)(project_id)).limits })
    },
  }),
  route({
    method: 'DELETE',
    path: '/os-quota-sets/{project_id}',
    name: 'quotas.delete',
    policy: 'volume_extension:quotas:delete',
    replies: [200],
    handle: async ({ app, params }) => {
      await resetQuotas(app)(params.project_id)
      return { status: 200, headers: {} }
    },
  }),
  route({
    method: 'GET',
    path: '/limits',
    name: 'limits.show',
    policy: 'limits_extension:used_limits',
    replies: [200],
    handle: async ({ ctx, app, query, version }) => {
      const asked = version >= projectLimitsSince && app.seesAll(ctx) ? query.project_id : undefined
      const { limits, usage } = await showQuotas(app)(asked ?? ctx.projectId ?? '')
      const absolute = {
        maxTotalVolumes: limits.volumes,
        maxTotalVolumeGigabytes: limits.gigabytes,
        maxTotalSnapshots: limits.snapshots,
        maxTotalBackups: limits.backups,
        maxTotalBackupGigabytes: limits.backup_gigabytes,
        totalVolumesUsed: usage.volumes,
        totalGigabytesUsed: usage.gigabytes,
        totalSnapshotsUsed: usage.snapshots,
        totalBackupsUsed: 0,
        totalBackupGigabytesUsed: 0,
      }
      return ok({ limits: { rate: [], absolute } })
    },
  }),
]
