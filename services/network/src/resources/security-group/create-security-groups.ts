import { type SecurityGroup, securityGroup } from '@nimbo/contracts/network/security-group'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Owned } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { defaultGroupName, ensureDefaultGroup, insertGroup } from './default-security-group.ts'
import { errors } from './errors.ts'
import { securityGroups } from './security-groups.ts'
import { created } from '../../app/life.ts'

export const createSecurityGroups =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof securityGroup>[]): Promise<SecurityGroup[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: SecurityGroup[] = []
      for (const values of items) {
        await ensureDefaultGroup(inside, values.project_id)
        if (values.name.toLowerCase() === defaultGroupName) throw errors.SecurityGroupDefaultAlreadyExists()
        await checkQuota(inside, securityGroup, values.project_id)
        const id = await insertGroup(inside, values, false)
        if (!id) throw new Error('a fresh security group collided with another')
        const made = await refreshed(securityGroups, inside.db, id)
        await created(inside, securityGroup, values, made)
        all.push(made)
      }
      return all
    })
