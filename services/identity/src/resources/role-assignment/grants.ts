import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Group, Project, Role, RoleAssignment, Target, User } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { type AffectTokens, ofMembers } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { found } from '../../app/found.ts'

/** The actor, the target, and whether the grant is inherited. */
export type GrantPlace = Omit<RoleAssignment, 'role_id'>

/** The records that a grant names, for policy. */
export interface GrantParts {
  readonly user?: User
  readonly group?: Group
  readonly project?: Project
  readonly domain?: Project
}

/** Throws unless a domain-specific role is granted on a domain or on a project of its own domain. */
const refuseElsewhere = ({ target_type }: Target, { id, domain_id }: Role, { project }: GrantParts): void => {
  if (target_type === 'system')
    throw errors.Invalid({
      reason: `Role ${id} is a domain-specific role. Unable to use a domain-specific role in a system assignment.`,
    })
  if (project && project.domain_id !== domain_id)
    throw errors.NotAllowed({
      reason: `Project ${project.id} must be in the same domain as the role ${id} being assigned.`,
    })
}

/** Grants roles to users and groups, and revokes them. */
export const createGrants = ({ stores, notices, clock }: Deps, affect: AffectTokens) => {
  const targetOf = async ({ target_type, target_id }: Target): Promise<GrantParts> => {
    if (target_type === 'system') return {}
    const record = await stores.projects.find(target_id)
    if (target_type === 'project') return { project: found(record, 'project', target_id) }
    return { domain: found(record?.is_domain ? record : undefined, 'domain', target_id) }
  }

  /** Looks up the actor and the target; throws `NotFound` if one does not exist. */
  const parts = async (place: Omit<GrantPlace, 'inherited'>): Promise<GrantParts> => {
    const { actor_type, actor_id } = place
    const actor =
      actor_type === 'user'
        ? { user: found(await stores.users.find(actor_id), 'user', actor_id) }
        : { group: found(await stores.groups.find(actor_id), 'group', actor_id) }
    return { ...actor, ...(await targetOf(place)) }
  }

  const missing = ({ actor_id, target_id }: GrantPlace, roleId: string) =>
    errors.GrantNotFound({ roleId, actorId: actor_id, targetId: target_id })

  return {
    parts,

    list: async (place: GrantPlace): Promise<Role[]> =>
      stores.roles.findMany((await stores.assignments.list(place)).map(({ role_id }) => role_id)),

    check: async (place: GrantPlace, roleId: string): Promise<void> => {
      const held = await stores.assignments.list({ ...place, role_id: roleId })
      if (held.length === 0) throw missing(place, roleId)
    },

    add: async (ctx: Context, place: GrantPlace, role: Role): Promise<void> => {
      if (role.domain_id !== null) refuseElsewhere(place, role, await targetOf(place))
      const assignment = { ...place, role_id: role.id }
      await notices.unit(async (inside) => {
        await inside.assignments.add(assignment)
        await notices.granted(inside, ctx, 'created', assignment)
      })
    },

    /** Revokes a grant. Existing tokens lose the role, and become invalid without any other. */
    remove: async (ctx: Context, place: GrantPlace, roleId: string): Promise<void> => {
      const { actor_type, actor_id } = place
      const concerned =
        actor_type === 'user' ? { userIds: [actor_id] } : ofMembers(actor_id, timestamp(clock))
      await affect(concerned, async (inside) => {
        const assignment = { ...place, role_id: roleId }
        if (!(await inside.assignments.remove(assignment))) throw missing(place, roleId)
        await notices.granted(inside, ctx, 'deleted', assignment)
      })
    },
  }
}
