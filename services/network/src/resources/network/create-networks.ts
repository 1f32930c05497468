import { type Network, network } from '@nimbo/contracts/network/network'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Owned } from '../../app/deps.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { checkZones } from '../agent/zones.ts'
import { newNetwork } from './new-network.ts'

export const createNetworks =
  (deps: Deps) =>
  async (ctx: Context, items: readonly Owned<typeof network>[]): Promise<Network[]> => {
    for (const { availability_zone_hints } of items) await checkZones(deps.db, availability_zone_hints)
    return deps.transaction(ctx, async (inside) => {
      const all: Network[] = []
      for (const values of items) {
        await checkQuota(inside, network, values.project_id)
        all.push(await newNetwork(inside, values))
      }
      return all
    })
  }
