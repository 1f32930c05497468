import * as operations from '@nimbo/contracts/volume/quotas'
import { defaultQuotas, resetQuotas, setQuotas, showQuotas } from '../app/quotas.ts'
import { type Limits, type QuotaResource, quotaResources, type Usage, usedOf } from '../domain/quota.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { isTrue } from './paging.ts'

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

const show = handle(operations.showQuotas, async ({ app, params: { project_id }, query }) => {
  const { limits, usage } = await showQuotas(app)(project_id)
  const shown = isTrue(query.usage) ? withUsage(limits, usage) : limits
  return { quota_set: { id: project_id, ...shown } }
})

const showDefaults = handle(operations.showDefaultQuotas, async ({ app, params: { project_id } }) => ({
  quota_set: { id: project_id, ...defaultQuotas(app) },
}))

const update = handle(operations.updateQuotas, async ({ app, params: { project_id }, body }) => {
  await setQuotas(app)(project_id, limitsIn(body.quota_set))
  return { quota_set: { ...(await showQuotas(app)(project_id)).limits } }
})

const remove = handle(operations.deleteQuotas, async ({ app, params }) => {
  await resetQuotas(app)(params.project_id)
})

const showLimits = handle(operations.showLimits, async ({ ctx, app, query }) => {
  const asked = app.seesAll(ctx) ? query.project_id : undefined
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
  return { limits: { rate: [], absolute } }
})

export const quotaSets = [show, showDefaults, update, remove, showLimits]
