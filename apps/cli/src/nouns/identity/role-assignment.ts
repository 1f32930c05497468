import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { findOptionalId } from '../../cloud/find.ts'
import { textIn } from '../../cloud/json-values.ts'
import { inIdentity, performAll } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { flag, text } from '../../grammar/option.ts'
import { listOf, type Row } from '../../output/result.ts'
import { domainKind, findOptionalIn, groupKind, projectKind, roleKind, userKind } from './identity-kinds.ts'

/** `name@domain` with `--names`, else the id; empty when the assignment has no such part. */
const label = (row: Row, names: boolean, ...path: readonly string[]): string => {
  const id = textIn(row, ...path, 'id')
  if (id === undefined || !names) return id ?? ''
  const name = textIn(row, ...path, 'name') ?? id
  const domain = textIn(row, ...path, 'domain', 'name')
  return domain === undefined ? name : `${name}@${domain}`
}

const systemOf = (row: Row): string => {
  const scope = row.scope
  return typeof scope === 'object' && scope !== null && 'system' in scope ? 'all' : ''
}

const list = command({
  words: 'role assignment list',
  summary: 'List role assignments',
  output: 'list',
  options: {
    effective: flag('Returns only effective role assignments'),
    role: text('<role>', 'Role to filter (name or ID)'),
    roleDomain: text('<role-domain>', 'Domain the role belongs to (name or ID)'),
    names: flag('Display names instead of IDs'),
    user: text('<user>', 'User to filter (name or ID)'),
    userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
    group: text('<group>', 'Group to filter (name or ID)'),
    groupDomain: text('<group-domain>', 'Domain the group belongs to (name or ID)'),
    domain: text('<domain>', 'Domain to filter (name or ID)'),
    project: text('<project>', 'Project to filter (name or ID)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
    system: text('<system>', 'Filter based on system role assignments'),
    inherited: flag('Specifies if the role grant is inheritable to the sub projects'),
    authUser: flag('Only list assignments for the authenticated user'),
    authProject: flag('Only list assignments for the project to which the authenticated user is scoped'),
  },
  run: async (session, asked) => {
    const { body } = asked.authUser || asked.authProject ? await session.authenticated() : { body: {} }
    const { names } = asked
    const query = {
      'role.id': await findOptionalIn(session, roleKind, asked.role, asked.roleDomain),
      'user.id': asked.authUser
        ? textIn(body, 'user', 'id')
        : await findOptionalIn(session, userKind, asked.user, asked.userDomain),
      'group.id': await findOptionalIn(session, groupKind, asked.group, asked.groupDomain),
      'scope.domain.id': await findOptionalId(session, domainKind, asked.domain),
      'scope.project.id': asked.authProject
        ? textIn(body, 'project', 'id')
        : await findOptionalIn(session, projectKind, asked.project, asked.projectDomain),
      'scope.system': asked.system,
      'scope.OS-INHERIT:inherited_to': asked.inherited ? 'projects' : undefined,
      effective: asked.effective ? '' : undefined,
      include_names: names ? '' : undefined,
    }
    const rows = await performAll(session, inIdentity(listRoleAssignments), { query })
    return listOf(
      {
        Role: (row) => label(row, names, 'role'),
        User: (row) => label(row, names, 'user'),
        Group: (row) => label(row, names, 'group'),
        Project: (row) => label(row, names, 'scope', 'project'),
        Domain: (row) => label(row, names, 'scope', 'domain'),
        System: systemOf,
        Inherited: (row) => textIn(row, 'scope', 'OS-INHERIT:inherited_to') === 'projects',
      },
      rows,
    )
  },
})

export const roleAssignmentCommands = [list]
