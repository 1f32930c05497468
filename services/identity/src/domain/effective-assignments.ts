import type { RoleAssignment } from './records.ts'

/** Looks up what role assignments expand to. */
export interface Consequences {
  membersOf(groupId: string): readonly string[]
  /** All projects below a project or in a domain. */
  projectsBelow(targetId: string): readonly string[]
  /** Roles that a role implies, directly or transitively. */
  impliedBy(roleId: string): readonly string[]
}

/** An effective assignment, and the stored assignment that it results from. */
export interface EffectiveAssignment {
  readonly assignment: RoleAssignment
  readonly source: RoleAssignment
}

const keyOf = ({ actor_id, target_type, target_id, role_id }: RoleAssignment): string =>
  [actor_id, target_type, target_id, role_id].join(' ')

/** Expands assignments: groups to their members, inherited ones to all projects below, and roles to those they imply. */
export const effectiveAssignments = (
  assignments: readonly RoleAssignment[],
  { membersOf, projectsBelow, impliedBy }: Consequences,
): EffectiveAssignment[] => {
  const seen = new Map<string, EffectiveAssignment>()
  for (const source of assignments) {
    const users = source.actor_type === 'group' ? membersOf(source.actor_id) : [source.actor_id]
    const targets = source.inherited
      ? projectsBelow(source.target_id).map((id) => ({ target_type: 'project' as const, target_id: id }))
      : [{ target_type: source.target_type, target_id: source.target_id }]
    for (const actor_id of users)
      for (const target of targets)
        for (const role_id of [source.role_id, ...impliedBy(source.role_id)]) {
          const assignment = { actor_type: 'user' as const, actor_id, ...target, role_id, inherited: false }
          const key = keyOf(assignment)
          if (!seen.has(key)) seen.set(key, { assignment, source })
        }
  }
  return [...seen.values()]
}

/** The roles that each role implies directly or transitively; cycles are harmless. */
export const impliedClosure = (
  rules: readonly { readonly prior_role_id: string; readonly implied_role_id: string }[],
): ((roleId: string) => readonly string[]) => {
  const byPrior = Map.groupBy(rules, ({ prior_role_id }) => prior_role_id)
  const direct = (id: string) => (byPrior.get(id) ?? []).map(({ implied_role_id }) => implied_role_id)
  return (roleId) => {
    const reached = new Set<string>()
    const waiting = direct(roleId)
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id) || id === roleId) continue
      reached.add(id)
      waiting.push(...direct(id))
    }
    return [...reached]
  }
}
