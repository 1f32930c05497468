import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { PlainSubnetPool } from '@nimbo/contracts/network/subnetpool'
import { intersects } from '@nimbo/ip/prefix-set'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { subnets } from '../subnet/subnets.ts'
import { changePool } from './change-subnetpools.ts'
import { errors } from './errors.ts'
import { allocationsOf, subnetpools } from './subnetpools.ts'

/**
 * Adopts the existing subnets of a network into a pool, which gets their prefixes. Subnets of the other IP version are
 * left alone.
 */
export const onboardSubnets =
  (deps: Deps) =>
  (ctx: Context, { id }: PlainSubnetPool, network: PlainNetwork): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      const { db } = inside
      const pool = await refreshed(subnetpools, db, id)
      const found = await subnets.list(db, 'all', {
        network_id: [network.id],
        ip_version: [pool.ip_version],
      })
      const allocated = (await allocationsOf(db, id)).map(({ cidr }) => cidr)
      for (const { id: subnetId, cidr } of found)
        if (intersects([cidr], allocated))
          throw errors.IllegalSubnetPoolUpdate({
            reason: `Onboarding subnet ${subnetId}: ${cidr} conflicts with allocated prefixes in subnet pool ${id}`,
          })
      await changePool(inside, pool, { prefixes: [...pool.prefixes, ...found.map(({ cidr }) => cidr)] })
      for (const subnet of found)
        await subnets.update(db, subnet.id, { subnetpool_id: id }, timestamp(deps.clock))
    })
