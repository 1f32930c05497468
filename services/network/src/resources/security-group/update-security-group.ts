import { type SecurityGroup, securityGroup } from '@nimbo/contracts/network/security-group'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { hasMembers } from '../port/memberships.ts'
import { defaultGroupName } from './default-security-group.ts'
import { errors } from './errors.ts'
import { defaultGroupOf, securityGroups } from './security-groups.ts'
import { updated } from '../../app/life.ts'

/** Throws for a change of name from or to `default`. */
const checkName = (before: SecurityGroup, isDefault: boolean, name: string | undefined): void => {
  if (name === undefined || name === before.name) return
  if (isDefault) throw errors.SecurityGroupCannotUpdateDefault()
  if (name?.toLowerCase() === defaultGroupName) throw errors.SecurityGroupDefaultAlreadyExists()
}

export const updateSecurityGroup =
  (deps: Deps) =>
  (ctx: Context, before: SecurityGroup, changes: Changes<typeof securityGroup>): Promise<SecurityGroup> =>
    deps.transaction(ctx, async (inside) => {
      const { db } = inside
      const isDefault = (await defaultGroupOf(db, before.project_id)) === before.id
      checkName(before, isDefault, changes.name)
      if (changes.stateful !== undefined && (await hasMembers(db, before.id)))
        throw errors.SecurityGroupInUse({ id: before.id, reason: 'in use' })
      await securityGroups.update(db, before.id, changes, timestamp(deps.clock))
      const after = await refreshed(securityGroups, db, before.id)
      await updated(inside, securityGroup, changes, { before, after })
      return after
    })
