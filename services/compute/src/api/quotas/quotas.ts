import * as operations from '@nimbo/contracts/compute/quotas'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { requireProject } from '../../app/quotas/require-project.ts'
import type { ProjectLimits } from '../../app/quotas/project-limits.ts'
import { type QuotaOwner, quotaUsage } from '../../app/quotas/quota-usage.ts'
import { removeLimits, setLimits } from '../../app/quotas/set-limits.ts'
import { shownLimits } from '../../domain/quotas/member-limits.ts'
import type { Limits } from '../../domain/quotas/quota.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { byWireName, limitsIn, limitsView } from './quota-words.ts'

interface ProjectCall {
  readonly params: { readonly tenant_id: string }
}

/** Policy rules about quotas check the project in the path. */
const project = { given: ({ params }: ProjectCall) => ({ project_id: params.tenant_id }) }

const ownerOf = (projectId: string, { user_id: userId }: { readonly user_id?: string }): QuotaOwner =>
  userId ? { projectId, userId } : { projectId }

/** The limits of a project, or of a user: the project's where the user has none. */
const limitsOf = async (limits: ProjectLimits, { projectId, userId }: QuotaOwner): Promise<Limits> =>
  userId === undefined ? limits.of(projectId) : shownLimits(await limits.ofMember({ projectId, userId }))

const show = handle(
  operations.showQuotas,
  async ({ app, ctx, params: { tenant_id: id }, query }) => {
    await requireProject(app.deps)(ctx, id)
    return { quota_set: { id, ...limitsView(await limitsOf(app.deps.limits, ownerOf(id, query))) } }
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
  async ({ app, ctx, params: { tenant_id: id }, query }) => {
    await requireProject(app.deps)(ctx, id)
    const owner = ownerOf(id, query)
    const [limits, used] = await Promise.all([
      limitsOf(app.deps.limits, owner),
      quotaUsage(app.deps)(app.deps.limits.areUnified ? { projectId: id } : owner),
    ])
    const details = byWireName((name) => ({ limit: limits[name], in_use: used[name] ?? 0, reserved: 0 }))
    return { quota_set: { id, ...details } }
  },
  project,
)

const update = handle(
  operations.updateQuotas,
  async ({ app, ctx, params: { tenant_id: id }, query, body: { quota_set: asked } }) => {
    await requireProject(app.deps)(ctx, id)
    if (asked.networks !== undefined)
      throw errors.BadRequest({ reason: 'The networks quota has been removed' })
    const owner = ownerOf(id, query)
    await setLimits(app.deps)(owner, limitsIn(asked), { force: asBoolean(asked.force) })
    return { quota_set: limitsView(await limitsOf(app.deps.limits, owner)) }
  },
  project,
)

const reset = handle(
  operations.resetQuotas,
  ({ app, params, query }) => removeLimits(app.deps)(ownerOf(params.tenant_id, query)),
  project,
)

export const quotaRoutes = [show, showDefaults, showDetail, update, reset]
