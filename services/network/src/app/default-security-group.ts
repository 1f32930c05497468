import type { Store } from '../db/store.ts'
import { defaultGroupName } from '../domain/security-group.ts'
import { identityOf, initialRules } from '../domain/security-rules.ts'
import type { Deps, Values } from './deps.ts'
import { standardValues } from './standard-values.ts'

/** Writes a group and the rules it begins with. False when the project's default group was there already. */
export const insertGroup = async (
  deps: Deps,
  store: Store,
  values: Values,
  isDefault: boolean,
): Promise<string | undefined> => {
  const projectId = String(values.project_id)
  const group = { ...values, ...standardValues(deps.clock), shared: false }
  const inserted = await store.securityGroups.rows.insert(group, { default_of: isDefault ? projectId : null })
  if (!inserted) return undefined
  for (const match of initialRules(group.id, isDefault)) {
    const rule = {
      ...match,
      ...standardValues(deps.clock),
      project_id: projectId,
      security_group_id: group.id,
      remote_address_group_id: null,
      description: '',
    }
    await store.securityGroupRules.rows.insert(rule, { identity: identityOf(match) })
  }
  return group.id
}

/** The id of the project's default group, which is made when first needed. */
export const ensureDefaultGroup = async (deps: Deps, store: Store, projectId: string): Promise<string> => {
  const known = await store.securityGroups.defaultOf(projectId)
  if (known) return known
  const values = {
    project_id: projectId,
    name: defaultGroupName,
    description: 'Default security group',
    stateful: true,
  }
  const made = await insertGroup(deps, store, values, true)
  const id = made ?? (await store.securityGroups.defaultOf(projectId))
  if (!id) throw new Error(`the default security group of project ${projectId} was neither made nor found`)
  return id
}
