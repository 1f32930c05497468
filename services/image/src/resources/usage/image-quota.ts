import { measureRoom, overLimits } from '@nimbo/clients/limit-room'
import type { LimitsByName, UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Context } from '@nimbo/kernel/context'
import { errors } from '../../errors.ts'
import { type LimitedResource, limitedResources, type Usages } from './usages.ts'

/** Quotas of images, if the operator enabled unified limits. */
export interface ImageQuota {
  /** Throws if the project or its domain would exceed its limit with `more`. */
  enforce(ctx: Context, projectId: string | null, resource: LimitedResource, more?: number): Promise<void>
  /** The usage and limit of each resource; empty if quotas are disabled. */
  usage(ctx: Context): Promise<Partial<Record<LimitedResource, { usage: number; limit: number }>>>
}

/** A resource without a registered limit has the limit 0. */
const limitIn = (limits: LimitsByName, resource: LimitedResource): number => limits.get(resource) ?? 0

/** The quota when unified limits are disabled: there are no limits. */
export const noQuota: ImageQuota = { enforce: async () => {}, usage: async () => ({}) }

export const imageQuota = (usagesOf: Usages, unified: UnifiedLimits): ImageQuota => ({
  enforce: async (ctx, projectId, resource, more = 0) => {
    if (projectId === null) return
    const room = await measureRoom(await unified.levels(ctx, projectId), {
      resources: [resource],
      usageOf: usagesOf,
    })
    const [over] = overLimits(room, { [resource]: more })
    if (over) throw errors.OverLimit({ project: projectId, ...over, more })
  },
  usage: async (ctx) => {
    const { projectId } = ctx
    if (projectId === undefined) return {}
    const [limits, used] = await Promise.all([unified.of(ctx, projectId), usagesOf([projectId])])
    return Object.fromEntries(
      limitedResources.map((resource) => [
        resource,
        { usage: used[resource], limit: limitIn(limits, resource) },
      ]),
    )
  },
})
