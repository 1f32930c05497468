import { showUsages } from '@nimbo/contracts/placement/usages'
import type { Context } from '@nimbo/kernel/context'
import type { Resources } from './placement-claims.ts'
import type { ServiceClient } from './service-client.ts'

/** The usage in placement, of a project or of one user within it, by resource class, without zeros. */
export type ProjectUsages = (ctx: Context, projectId: string, userId?: string) => Promise<Resources>

/** For all consumer types: during a resize both sizes count. */
export const projectUsages =
  (placement: ServiceClient): ProjectUsages =>
  async (ctx, project_id, user_id) => {
    const ofUser = user_id === undefined ? {} : { user_id }
    const { usages } = await placement.call(ctx, showUsages, { query: { project_id, ...ofUser } })
    const byType: Readonly<Record<string, number | Resources>> = usages
    const sums: Record<string, number> = {}
    for (const ofType of Object.values(byType)) {
      if (typeof ofType === 'number') continue
      for (const [name, amount] of Object.entries(ofType))
        if (name !== 'consumer_count') sums[name] = (sums[name] ?? 0) + amount
    }
    return sums
  }
