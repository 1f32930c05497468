import { find, findOptionalId, type Kind } from '../cloud/find.ts'
import { textAt } from '../cloud/json-values.ts'
import type { Session } from '../cloud/session.ts'

const identityKind = (path: string, one: string, label: string): Kind => ({
  service: ({ identity }) => identity,
  path,
  one,
  many: `${one}s`,
  label,
  byName: (name) => ({ name }),
})

export const domainKind = identityKind('/domains', 'domain', 'Domain')
export const projectKind = identityKind('/projects', 'project', 'Project')
export const userKind = identityKind('/users', 'user', 'User')
export const groupKind = identityKind('/groups', 'group', 'Group')
export const roleKind = identityKind('/roles', 'role', 'Role')

/** The id of what is called so, in the domain called so where one is named. */
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
