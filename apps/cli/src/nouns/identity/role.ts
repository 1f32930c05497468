import { grantFamilies } from '@nimbo/contracts/identity/grants'
import { updateRole } from '@nimbo/contracts/identity/roles'
import { CliError } from '../../cloud/cli-error.ts'
import { deleteEach } from '../../cloud/delete-each.ts'
import { find, findId, findOptionalId, listAll } from '../../cloud/find.ts'
import { given, without } from '../../cloud/json-values.ts'
import { inIdentity, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { flag, text } from '../../grammar/option.ts'
import { everyField, listOf, nothing, type Result } from '../../output/result.ts'
import { createOrShow, orShow } from './create-or-show.ts'
import { immutability, optionsOf } from './immutability.ts'
import { domainKind, findIn, groupKind, projectKind, roleKind, userKind } from './identity-kinds.ts'

const domainOption = text('<domain>', 'Domain the role belongs to (name or ID)')

const createRole = command({
  words: 'role create',
  summary: 'Create new role',
  output: 'one',
  positionals: { name: one('<role-name>', 'New role name') },
  options: {
    domain: domainOption,
    description: text('<description>', 'Add description about the role'),
    ...{ ...immutability, orShow },
  },
  run: async (session, { name, domain, description, immutable, orShow: mayExist }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const members = { name, domain_id, description, options: optionsOf(immutable) }
    return everyField(without(await createOrShow(session, roleKind, members, mayExist), 'links'))
  },
})

const list = command({
  words: 'role list',
  summary: 'List roles',
  output: 'list',
  options: { domain: domainOption },
  run: async (session, { domain }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    return listOf({ ID: 'id', Name: 'name' }, await listAll(session, roleKind, { domain_id }))
  },
})

const show = command({
  words: 'role show',
  summary: 'Display role details',
  output: 'one',
  positionals: { role: one('<role>', 'Role to display (name or ID)') },
  options: { domain: domainOption },
  run: async (session, { role, domain }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    return everyField(without(await find(session, roleKind, role, { domain_id }), 'links'))
  },
})

const set = command({
  words: 'role set',
  summary: 'Set role properties',
  calls: [inIdentity(updateRole)],
  output: 'none',
  positionals: { role: one('<role>', 'Role to modify (name or ID)') },
  options: {
    domain: domainOption,
    name: text('<name>', 'Set role name'),
    description: text('<description>', 'Add description about the role'),
    ...immutability,
  },
  run: async (session, { role, domain, name, description, immutable }) => {
    await perform(session, inIdentity(updateRole), {
      path: { role_id: await findIn(session, roleKind, role, domain) },
      body: { role: given({ name, description, options: optionsOf(immutable) }) },
    })
    return nothing
  },
})

const remove = command({
  words: 'role delete',
  summary: 'Delete role(s)',
  output: 'none',
  positionals: { roles: many('<role>', 'Role(s) to delete (name or ID)') },
  options: { domain: domainOption },
  run: async (session, { roles, domain }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    await deleteEach(session, roleKind, roles, { domain_id })
    return nothing
  },
})

const grantOptions = {
  system: text('<system>', 'Include <system> (all)'),
  domain: text('<domain>', 'Include <domain> (name or ID)'),
  project: text('<project>', 'Include <project> (name or ID)'),
  user: text('<user>', 'Include <user> (name or ID)'),
  group: text('<group>', 'Include <group> (name or ID)'),
  userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
  groupDomain: text('<group-domain>', 'Domain the group belongs to (name or ID)'),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
  roleDomain: text('<role-domain>', 'Domain the role belongs to (name or ID)'),
  inherited: flag('Specifies if the role grant is inheritable to the sub projects'),
}

type Grant = { readonly inherited: boolean } & {
  readonly [Key in Exclude<keyof typeof grantOptions, 'inherited'>]: string | undefined
}

/** The target of a grant: its kind and id. */
const targetOf = async (session: Session, grant: Grant) => {
  if (grant.system !== undefined) return { kind: 'system', path: {} } as const
  if (grant.project !== undefined) {
    const project_id = await findIn(session, projectKind, grant.project, grant.projectDomain)
    return { kind: 'project', path: { project_id } } as const
  }
  if (grant.domain !== undefined)
    return { kind: 'domain', path: { domain_id: await findId(session, domainKind, grant.domain) } } as const
  throw new CliError('One of --system, --domain or --project is required.')
}

/** The user or group of a grant. */
const actorOf = async (session: Session, grant: Grant) => {
  if (grant.user !== undefined) {
    const user_id = await findIn(session, userKind, grant.user, grant.userDomain)
    return { kind: 'user', path: { user_id } } as const
  }
  if (grant.group !== undefined) {
    const group_id = await findIn(session, groupKind, grant.group, grant.groupDomain)
    return { kind: 'group', path: { group_id } } as const
  }
  throw new CliError('One of --user or --group is required.')
}

const changeGrant = async (
  session: Session,
  change: 'create' | 'revoke',
  role: string,
  grant: Grant,
): Promise<Result> => {
  refuseTwoOf({ '--system': grant.system, '--domain': grant.domain, '--project': grant.project })
  refuseTwoOf({ '--user': grant.user, '--group': grant.group })
  const target = await targetOf(session, grant)
  const actor = await actorOf(session, grant)
  const family = grantFamilies.find(
    ({ family: each }) =>
      each.actor === actor.kind && each.target === target.kind && each.inherited === grant.inherited,
  )
  if (family === undefined) throw new CliError('Role assignments on the system cannot be inherited.')
  const role_id = await findIn(session, roleKind, role, grant.roleDomain)
  await perform(session, inIdentity(family[change]), { path: { ...target.path, ...actor.path, role_id } })
  return nothing
}

const add = command({
  words: 'role add',
  summary: 'Adds a role assignment to a user or group on the system, a domain, or a project',
  output: 'none',
  positionals: { role: one('<role>', 'Role to add to <user> (name or ID)') },
  options: grantOptions,
  run: (session, { role, ...grant }) => changeGrant(session, 'create', role, grant),
})

const take = command({
  words: 'role remove',
  summary: 'Removes a role assignment from system/domain/project : user/group',
  output: 'none',
  positionals: { role: one('<role>', 'Role to remove (name or ID)') },
  options: grantOptions,
  run: (session, { role, ...grant }) => changeGrant(session, 'revoke', role, grant),
})

export const roleCommands = [createRole, list, show, set, remove, add, take]
