import type { securityGroup } from '@nimbo/contracts/network/security-group'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { standardValues } from '../../app/standard-values.ts'
import { securityGroupRules } from '../security-group-rule/security-group-rules.ts'
import { initialRules } from '../default-security-group-rule/default-rules.ts'
import { usualStatefulness } from '../default-statefulness/statefulnesses.ts'
import { identityOf } from '../security-group-rule/security-rules.ts'
import { defaultGroupOf, securityGroups } from './security-groups.ts'

export const defaultGroupName = 'default'

/** Inserts a group with its initial rules. Undefined when the project's default group exists already. */
export const insertGroup = async (
  { deps, db }: Inside,
  values: Owned<typeof securityGroup>,
  isDefault: boolean,
): Promise<string | undefined> => {
  const { project_id } = values
  const stateful = values.stateful ?? (await usualStatefulness(db, project_id))
  const group = { ...values, ...standardValues(deps.clock), stateful, shared: false }
  const inserted = await securityGroups.insert(db, group, { default_of: isDefault ? project_id : null })
  if (!inserted) return undefined
  for (const match of await initialRules(db, group.id, isDefault)) {
    const rule = {
      ...match,
      ...standardValues(deps.clock),
      project_id,
      security_group_id: group.id,
    }
    await securityGroupRules.insert(db, rule, { identity: identityOf(match) })
  }
  return group.id
}

/** The id of the project's default group, created at first use. */
export const ensureDefaultGroup = async (inside: Inside, projectId: string): Promise<string> => {
  const known = await defaultGroupOf(inside.db, projectId)
  if (known) return known
  const values = {
    project_id: projectId,
    name: defaultGroupName,
    description: 'Default security group',
  }
  const made = await insertGroup(inside, values, true)
  const id = made ?? (await defaultGroupOf(inside.db, projectId))
  if (!id) throw new Error(`the default security group of project ${projectId} was neither made nor found`)
  return id
}

/** Ensures the caller's default group before groups are listed. */
export const withDefaultGroup = async (deps: Deps, ctx: Context): Promise<void> => {
  const { projectId } = ctx
  if (projectId === undefined || (await defaultGroupOf(deps.db, projectId))) return
  await deps.transaction(ctx, (inside) => ensureDefaultGroup(inside, projectId))
}
