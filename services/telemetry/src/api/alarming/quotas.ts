import * as contract from '@nimbo/contracts/telemetry/alarming/quotas'
import { changeQuota, resetQuota, showQuota } from '../../app/alarming/quotas.ts'
import { errors } from '../../alarming-errors.ts'
import { admins, handle } from './handle.ts'

const show = handle(contract.showQuotas, async ({ app, ctx, query: { project_id }, allows }) => {
  const own = ctx.projectId ?? ''
  if (project_id !== undefined && project_id !== own && !allows(admins))
    throw errors.Forbidden({ rule: 'telemetry:get_quotas' })
  return showQuota(app, project_id ?? own)
})

const showOf = handle(contract.showQuotasOf, ({ app, params }) => showQuota(app, params.project_id))

const set = handle(contract.setQuotas, ({ app, body }) =>
  changeQuota(app, body.project_id, body.quotas.at(-1)?.limit ?? -1),
)

const reset = handle(contract.resetQuotas, async ({ app, params }) => {
  await resetQuota(app, params.project_id)
})

const versions = handle(contract.showVersions, async ({ base }) => ({
  versions: {
    values: [
      {
        ...{ id: 'v2', status: 'stable', updated: '2013-02-13T00:00:00Z' },
        links: [{ rel: 'self', href: `${base}/v2` }],
        'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.telemetry-v2+json' }],
      },
    ],
  },
}))

const capabilities = handle(contract.showCapabilities, async () => ({
  api: {
    'alarms:query:simple': true,
    'alarms:query:complex': true,
    'alarms:history:query:simple': true,
    'alarms:history:query:complex': true,
  },
  alarm_storage: { 'storage:production_ready': true },
}))

export const quotas = [show, showOf, set, reset, versions, capabilities]
