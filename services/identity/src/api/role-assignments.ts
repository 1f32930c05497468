import { ok } from '@nimbo/http/reply'
import type { IdentityApp } from '../app/identity-app.ts'
import type { EffectiveAssignment } from '../domain/effective-assignments.ts'
import type { RoleAssignment } from '../domain/records.ts'
import { errors } from '../errors.ts'
import { listView } from './links.ts'
import { flagIn } from './list-request.ts'
import { route } from './route.ts'

/** Names, and the domains they stand in, of what an assignment speaks of. */
type Name = (id: string) => object

const assignmentPath = ({
  actor_type,
  actor_id,
  target_type,
  target_id,
  role_id,
  inherited,
}: RoleAssignment) => {
  const place = target_type === 'system' ? '/system' : `/${target_type}s/${target_id}`
  const ending = inherited ? '/inherited_to_projects' : ''
  return `/v3${inherited ? '/OS-INHERIT' : ''}${place}/${actor_type}s/${actor_id}/roles/${role_id}${ending}`
}

const scopeView = (assignment: RoleAssignment, source: RoleAssignment, name: Name): object => {
  const { target_type, target_id } = assignment
  const inherited = source.inherited ? { 'OS-INHERIT:inherited_to': 'projects' } : {}
  if (target_type === 'system') return { system: { all: true }, ...inherited }
  return { [target_type]: { id: target_id, ...name(target_id) }, ...inherited }
}

const assignmentView = (base: string, { assignment, source }: EffectiveAssignment, name: Name) => {
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

const listRoleAssignments = route({
  method: 'GET',
  path: '/v3/role_assignments',
  name: 'role-assignments.list',
  policy: { inHandler: 'a token for a domain lists what lies in that domain' },
  replies: [200],
  async handle(call) {
    const { ctx, app, query, base, enforce } = call
    const includeSubtree = flagIn(query, 'include_subtree') ?? false
    const rule = includeSubtree ? 'identity:list_role_assignments_for_tree' : 'identity:list_role_assignments'
    enforce(rule, { target: { domain_id: ctx.domainId } })
    const effective = flagIn(query, 'effective') ?? false
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
    const name: Name = flagIn(query, 'include_names') ? await namesFor(app, rows) : () => ({})
    return ok(
      listView(
        call,
        'role_assignments',
        rows.map((row) => assignmentView(base, row, name)),
      ),
    )
  },
})

export const roleAssignmentRoutes = [listRoleAssignments]
