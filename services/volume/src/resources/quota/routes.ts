import * as operations from '@nimbo/contracts/volume/quotas'
import { handle } from '../../api/handle.ts'
import { flagOf } from '../../app/paging.ts'
import type { Limits, Usage } from '../../domain/quota.ts'
import { givenLimits } from './given-limits.ts'
import { defaultQuotas, resetQuotas, setQuotas, showQuotas } from './quotas.ts'

const withUsage = (limits: Limits, usage: Usage) =>
  Object.fromEntries(
    Object.entries(limits).map(([resource, limit]) => [
      resource,
      { limit, in_use: usage[resource] ?? 0, reserved: 0 },
    ]),
  )

const show = handle(operations.showQuotas, async ({ app, params: { project_id }, query }) => {
  const { limits, usage } = await showQuotas(app)(project_id)
  const shown = flagOf('usage', query.usage) ? withUsage(limits, usage) : limits
  return { quota_set: { id: project_id, ...shown } }
})

const showDefaults = handle(operations.showDefaultQuotas, async ({ app, params: { project_id } }) => ({
  quota_set: { id: project_id, ...(await defaultQuotas(app)) },
}))

const update = handle(operations.updateQuotas, async ({ app, params: { project_id }, body }) => {
  await setQuotas(app)(project_id, givenLimits(body.quota_set, await defaultQuotas(app), 'quota set'))
  return { quota_set: { ...(await showQuotas(app)(project_id)).limits } }
})

const remove = handle(operations.deleteQuotas, async ({ app, params }) => {
  await resetQuotas(app)(params.project_id)
})

const showLimits = handle(operations.showLimits, async ({ ctx, app, query }) => {
  const asked = app.seesAll(ctx) ? query.project_id : undefined
  const { limits, usage } = await showQuotas(app)(asked ?? ctx.projectId ?? '')
  const absolute = {
    maxTotalVolumes: limits.volumes ?? -1,
    maxTotalVolumeGigabytes: limits.gigabytes ?? -1,
    maxTotalSnapshots: limits.snapshots ?? -1,
    maxTotalBackups: limits.backups ?? -1,
    maxTotalBackupGigabytes: limits.backup_gigabytes ?? -1,
    totalVolumesUsed: usage.volumes ?? 0,
    totalGigabytesUsed: usage.gigabytes ?? 0,
    totalSnapshotsUsed: usage.snapshots ?? 0,
    totalBackupsUsed: usage.backups ?? 0,
    totalBackupGigabytesUsed: usage.backup_gigabytes ?? 0,
  }
  return { limits: { rate: [], absolute } }
})

export const quotaSets = [show, showDefaults, update, remove, showLimits]
