import * as operations from '@nimbo/contracts/identity/role-assignments'
import type { Facts } from '@nimbo/http/route'
import type { IdentityApp } from '../../app/identity-app.ts'
import type { NamedRecord } from './name-records.ts'
import type { EffectiveAssignment } from '../../domain/effective-assignments.ts'
import type { RoleAssignment } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { handle } from '../../api/handle.ts'
import { wholeLinks } from '../../api/links.ts'
import { isSet } from '../../api/list-request.ts'

/** Looks up the name and domain of a record in an assignment. */
type Name = (id: string) => Partial<NamedRecord>

const assignmentPath = (assignment: RoleAssignment): string => {
  const { actor_type, actor_id, target_type, target_id, role_id, inherited } = assignment
  const place = target_type === 'system' ? '/system' : `/${target_type}s/${target_id}`
  const ending = inherited ? '/inherited_to_projects' : ''
  return `/v3${inherited ? '/OS-INHERIT' : ''}${place}/${actor_type}s/${actor_id}/roles/${role_id}${ending}`
}

type View = operations.RoleAssignmentView

const scopeView = (assignment: RoleAssignment, source: RoleAssignment, name: Name): View['scope'] => {
  const { target_type, target_id } = assignment
  const inherited = source.inherited ? { 'OS-INHERIT:inherited_to': 'projects' } : {}
  if (target_type === 'system') return { system: { all: true }, ...inherited }
  return { [target_type]: { id: target_id, ...name(target_id) }, ...inherited }
}

const view =
  (base: string, name: Name) =>
  ({ assignment, source }: EffectiveAssignment): View => {
    const { actor_type, actor_id, role_id } = assignment
    return {
      scope: scopeView(assignment, source, name),
      [actor_type]: { id: actor_id, ...name(actor_id) },
      role: { id: role_id, ...name(role_id) },
      links: {
        assignment: base + assignmentPath(source),
        ...(source.actor_type === 'group' && actor_type === 'user'
          ? { membership: `${base}/v3/groups/${source.actor_id}/users/${actor_id}` }
          : {}),
        ...(source.role_id === role_id ? {} : { prior_role: `${base}/v3/roles/${source.role_id}` }),
      },
    }
  }

const namesFor = async (app: IdentityApp, rows: readonly EffectiveAssignment[]): Promise<Name> => {
  const named = await app.nameRecords(
    rows.flatMap(({ assignment: { actor_id, target_id, role_id } }) => [actor_id, target_id, role_id]),
  )
  return (id) => named.get(id) ?? {}
}

/** The target of the policy rule for project trees: the domain of the tree. */
const treeFacts = async (app: IdentityApp, projectId: string | undefined): Promise<Facts> => {
  if (projectId === undefined)
    throw errors.Invalid({
      reason: 'scope.project.id must be specified if include_subtree is also specified',
    })
  const { id, domain_id } = await app.projects.find(projectId)
  return { target: { domain_id: domain_id ?? id } }
}

const refuseTwo = (what: string, one: string | undefined, other: string | undefined): void => {
  if (one !== undefined && other !== undefined)
    throw errors.Invalid({ reason: `Specify a ${what}, not both` })
}

const list = handle(
  operations.listRoleAssignments,
  async (call) => {
    const { ctx, app, query, base, enforce } = call
    const includeSubtree = isSet(query.include_subtree)
    if (includeSubtree)
      enforce('identity:list_role_assignments_for_tree', await treeFacts(app, query['scope.project.id']))
    const effective = isSet(query.effective)
    refuseTwo('user or group', query['user.id'], query['group.id'])
    refuseTwo('domain or project', query['scope.project.id'], query['scope.domain.id'])
    if (effective && query['group.id'])
      throw errors.Invalid({
        reason: 'Combining effective and group filter will always result in an empty list.',
      })
    const rows = await app.listRoleAssignments({
      userId: query['user.id'],
      groupId: query['group.id'],
      roleId: query['role.id'],
      projectId: query['scope.project.id'],
      domainId: query['scope.domain.id'],
      system: 'scope.system' in query,
      inherited: query['scope.OS-INHERIT:inherited_to'] === 'projects' ? true : undefined,
      effective,
      includeSubtree,
      within: ctx.domainId,
    })
    const name: Name = isSet(query.include_names) ? await namesFor(app, rows) : () => ({})
    return { role_assignments: rows.map(view(base, name)), ...wholeLinks(call) }
  },
  { given: ({ ctx }) => ({ target: { domain_id: ctx.domainId } }) },
)

export const roleAssignmentRoutes = [list]
