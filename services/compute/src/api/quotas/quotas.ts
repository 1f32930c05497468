import * as operations from '@nimbo/contracts/compute/quotas'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { requireProject } from '../../app/quotas/require-project.ts'
import { projectUsage, setLimits } from '../../app/quotas/set-limits.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { byWireName, limitsIn, limitsView } from './quota-words.ts'

interface ProjectCall {
  readonly params: { readonly tenant_id: string }
}

/** Policy rules about quotas check the project in the path. */
const project = { given: ({ params }: ProjectCall) => ({ project_id: params.tenant_id }) }

const show = handle(
  operations.showQuotas,
  async ({ app, ctx, params: { tenant_id: id } }) => {
    await requireProject(app.deps)(ctx, id)
    return { quota_set: { id, ...limitsView(await app.deps.limits.of(id)) } }
  },
  project,
)

const showDefaults = handle(
  operations.showDefaultQuotas,
  async ({ app, ctx, params: { tenant_id: id } }) => {
    await requireProject(app.deps)(ctx, id)
    return { quota_set: { id, ...limitsView(await app.deps.limits.defaults()) } }
  },
  project,
)

const showDetail = handle(
  operations.showQuotaDetails,
  async ({ app, ctx, params: { tenant_id: id } }) => {
    await requireProject(app.deps)(ctx, id)
    const [limits, used] = await Promise.all([app.deps.limits.of(id), projectUsage(app.deps)(id)])
    const details = byWireName((name) => ({ limit: limits[name], in_use: used[name] ?? 0, reserved: 0 }))
    return { quota_set: { id, ...details } }
  },
  project,
)

const update = handle(
  operations.updateQuotas,
  async ({ app, ctx, params: { tenant_id: id }, body: { quota_set: asked } }) => {
    await requireProject(app.deps)(ctx, id)
    if (asked.networks !== undefined)
      throw errors.BadRequest({ reason: 'The networks quota has been removed' })
    await setLimits(app.deps)(id, limitsIn(asked), { force: asBoolean(asked.force) })
    return { quota_set: limitsView(await app.deps.limits.of(id)) }
  },
  project,
)

const reset = handle(
  operations.resetQuotas,
  async ({ app, params }) => {
    await app.stores.quotas.removeOf(params.tenant_id)
  },
  project,
)

export const quotaRoutes = [show, showDefaults, showDetail, update, reset]
