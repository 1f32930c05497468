import type { Context } from '@nimbo/kernel/context'
import type { SwiftConfig } from '../../config.ts'
import { admitsReferrer, type Grantee, readAcl } from '../../domain/acl.ts'
import type { Access, Wanted } from './access.ts'

type KeystoneConfig = SwiftConfig['filter:keystoneauth']

/** The account of a project. */
const accountOf = ({ reseller_prefix }: Pick<KeystoneConfig, 'reseller_prefix'>, projectId: string): string =>
  `${reseller_prefix}_${projectId}`

/**
 * The access rights of a token: users with an operator role in a project own its account, a reseller admin owns all accounts, and
 * everyone else has the rights that the ACLs of a container grant.
 */
export const keystoneAccess = (config: KeystoneConfig, ctx: Context | undefined): Access => {
  const roles = new Set((ctx?.roles ?? []).map((role) => role.toLowerCase()))
  const has = (role: string): boolean => roles.has(role.toLowerCase())
  const isReseller = has(config.reseller_admin_role)
  const isOperator = config.operator_roles.some(has)

  const isOfProject = (account: string): boolean =>
    ctx?.projectId !== undefined && accountOf(config, ctx.projectId) === account
  const owns = (account: string): boolean => isReseller || (isOperator && isOfProject(account))

  const isNamed = ({ project, user }: Extract<Grantee, { kind: 'user' }>): boolean => {
    if (ctx?.userId === undefined) return false
    const namesCount = config.allow_names_in_acls
    const userNames = [
      ctx.userId,
      ...(namesCount && ctx.userDomainId === config.default_domain_id ? [ctx.userName] : []),
    ]
    const projectNames = [
      ctx.projectId,
      ...(namesCount && ctx.projectDomainId === config.default_domain_id ? [ctx.projectName] : []),
    ]
    return (user === '*' || userNames.includes(user)) && (project === '*' || projectNames.includes(project))
  }

  const isGranted = (acl: string | undefined, wanted: Wanted): boolean => {
    const grantees = readAcl(acl ?? '')
    if (grantees.some((grantee) => grantee.kind === 'user' && isNamed(grantee))) return true
    // A role in an ACL means the role in the account's own project: a user has the same role in other projects.
    if (
      isOfProject(wanted.account) &&
      grantees.some((grantee) => grantee.kind === 'role' && has(grantee.role))
    )
      return true
    if (wanted.right !== 'read' && wanted.right !== 'list') return false
    if (!admitsReferrer(grantees, wanted.headers.referer)) return false
    return wanted.right === 'read' || grantees.some(({ kind }) => kind === 'listings')
  }

  return {
    isKnown: ctx?.userId !== undefined,
    may: (wanted) => {
      if (!wanted.account.startsWith(`${config.reseller_prefix}_`)) return false
      switch (wanted.right) {
        case 'manage':
          return isReseller
        case 'own':
          return owns(wanted.account)
        case 'list':
        case 'read':
          return owns(wanted.account) || isGranted(wanted.readAcl, wanted)
        case 'write':
          return owns(wanted.account) || isGranted(wanted.writeAcl, wanted)
      }
    },
  }
}
