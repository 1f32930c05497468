import type { Inventory, PlacementClient, ProviderSummary } from '@nimbo/clients/placement'
import type { Resources } from '@nimbo/clients/placement-claims'
import type { Context } from '@nimbo/kernel/context'

interface Deps {
  readonly placement: Pick<PlacementClient, 'inventories' | 'usages' | 'traitsOf'>
}

/** How many hosts are asked about: three queries each. */
const mostAsked = 25

/**
 * The summaries of hosts that placement's candidates do not mention, because nothing is left of what was asked for: their
 * inventories and what is used of them. Of many such hosts only some.
 */
export const fullHosts =
  ({ placement }: Deps) =>
  async (ctx: Context, ids: readonly string[]): Promise<Readonly<Record<string, ProviderSummary>>> => {
    const summaries: Record<string, ProviderSummary> = {}
    for (const id of ids.slice(0, mostAsked)) {
      const inventories = await placement.inventories(ctx, id)
      const used = await placement.usages(ctx, id)
      summaries[id] = {
        resources: resourcesOf(inventories, used),
        traits: await placement.traitsOf(ctx, id),
        parent_provider_uuid: null,
        root_provider_uuid: id,
      }
    }
    return summaries
  }

const resourcesOf = (inventories: Readonly<Record<string, Inventory>>, used: Resources) =>
  Object.fromEntries(
    Object.entries(inventories).map(([name, { total, reserved, allocation_ratio }]) => [
      name,
      { capacity: Math.floor((total - reserved) * allocation_ratio), used: used[name] ?? 0 },
    ]),
  )
