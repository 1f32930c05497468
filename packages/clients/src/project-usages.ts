import { showUsages } from '@nimbo/contracts/placement/usages'
import type { Context } from '@nimbo/kernel/context'
import type { Resources } from './placement.ts'
import type { ServiceClient } from './service-client.ts'

/** What a project holds of all providers, by resource class; a class of which it holds nothing is left out. */
export type ProjectUsages = (ctx: Context, projectId: string) => Promise<Resources>

/** Whatever kind of consumer holds it: during a resize the old and the new size count. */
export const projectUsages =
  (placement: ServiceClient): ProjectUsages =>
  async (ctx, project_id) => {
    const { usages } = await placement.call(ctx, showUsages, { query: { project_id } })
    const byType: Readonly<Record<string, number | Resources>> = usages
    const sums: Record<string, number> = {}
    for (const ofType of Object.values(byType)) {
      if (typeof ofType === 'number') continue
      for (const [name, amount] of Object.entries(ofType))
        if (name !== 'consumer_count') sums[name] = (sums[name] ?? 0) + amount
    }
    return sums
  }
