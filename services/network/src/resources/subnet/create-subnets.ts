import { type Subnet, subnet } from '@nimbo/contracts/network/subnet'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { type NewSubnet, newSubnet } from './new-subnet.ts'

export const createSubnets =
  (deps: Deps) =>
  (ctx: Context, items: readonly NewSubnet[]): Promise<Subnet[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: Subnet[] = []
      for (const values of items) {
        const { network_id: id, project_id } = values
        if (!(await networks.plainById(inside.db, 'all', [id])).has(id))
          throw networkErrors.NetworkNotFound({ id })
        await checkQuota(inside, subnet, project_id)
        all.push(await newSubnet(inside, values))
      }
      return all
    })
