import { createDomain, deleteDomain, listDomains, showDomain } from '@nimbo/contracts/identity/domains'
import { createGroup, deleteGroup, listGroups, showGroup } from '@nimbo/contracts/identity/groups'
import { createProject, deleteProject, listProjects, showProject } from '@nimbo/contracts/identity/projects'
import { createRole, deleteRole, listRoles, showRole } from '@nimbo/contracts/identity/roles'
import { createUser, deleteUser, listUsers, showUser } from '@nimbo/contracts/identity/users'
import { find, findOptionalId, type Kind } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'

const byName = (name: string) => ({ name })
const service = 'identity'

export const domainKind: Kind = {
  ...{ service, list: listDomains, show: showDomain, create: createDomain, remove: deleteDomain },
  ...{ one: 'domain', label: 'Domain', byName },
}
export const projectKind: Kind = {
  ...{ service, list: listProjects, show: showProject, create: createProject, remove: deleteProject },
  ...{ one: 'project', label: 'Project', byName },
}
export const userKind: Kind = {
  ...{ service, list: listUsers, show: showUser, create: createUser, remove: deleteUser },
  ...{ one: 'user', label: 'User', byName },
}
export const groupKind: Kind = {
  ...{ service, list: listGroups, show: showGroup, create: createGroup, remove: deleteGroup },
  ...{ one: 'group', label: 'Group', byName },
}
export const roleKind: Kind = {
  ...{ service, list: listRoles, show: showRole, create: createRole, remove: deleteRole },
  ...{ one: 'role', label: 'Role', byName },
}

/** The id of a resource given by name, in the domain if one is given. */
export const findIn = async (
  session: Session,
  kind: Kind,
  nameOrId: string,
  domain: string | undefined,
): Promise<string> => {
  const domain_id = await findOptionalId(session, domainKind, domain)
  return textAt(await find(session, kind, nameOrId, { domain_id }), 'id')
}

/** As {@link findIn}, for an option that may be absent. */
export const findOptionalIn = async (
  session: Session,
  kind: Kind,
  nameOrId: string | undefined,
  domain: string | undefined,
): Promise<string | undefined> =>
  nameOrId === undefined ? undefined : findIn(session, kind, nameOrId, domain)
