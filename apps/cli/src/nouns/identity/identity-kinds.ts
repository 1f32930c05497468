import { createDomain, deleteDomain, listDomains, showDomain } from '@nimbo/contracts/identity/domains'
import { createGroup, deleteGroup, listGroups, showGroup } from '@nimbo/contracts/identity/groups'
import { createProject, deleteProject, listProjects, showProject } from '@nimbo/contracts/identity/projects'
import { createRole, deleteRole, listRoles, showRole } from '@nimbo/contracts/identity/roles'
import { createUser, deleteUser, listUsers, showUser } from '@nimbo/contracts/identity/users'
import { HttpError } from '../../cloud/cli-error.ts'
import { findId, type Kind } from '../../cloud/find.ts'
import type { Query, Session } from '../../cloud/session.ts'

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

/** Users may not look up other projects and users. They can name them by id all the same, for example to share an image. */
const idFor = async (session: Session, kind: Kind, nameOrId: string, query: Query = {}): Promise<string> => {
  try {
    return await findId(session, kind, nameOrId, query)
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return nameOrId
    throw error
  }
}

/** The id of a resource given by name, in the domain if one is given; what is given if the user may not look it up. */
export const findIn = async (
  session: Session,
  kind: Kind,
  nameOrId: string,
  domain: string | undefined,
): Promise<string> => {
  const domain_id = domain === undefined ? undefined : await idFor(session, domainKind, domain)
  return idFor(session, kind, nameOrId, { domain_id })
}

/** As {@link findIn}, for an option that may be absent. */
export const findOptionalIn = async (
  session: Session,
  kind: Kind,
  nameOrId: string | undefined,
  domain: string | undefined,
): Promise<string | undefined> =>
  nameOrId === undefined ? undefined : findIn(session, kind, nameOrId, domain)
