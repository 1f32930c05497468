import { listUsersInGroup } from '@nimbo/contracts/identity/memberships'
import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { changePassword, updateUser } from '@nimbo/contracts/identity/users'
import { askSecret, askSecrets } from '../../cloud/ask-secret.ts'
import { deleteEach } from '../../cloud/delete-each.ts'
import { find, findOptionalId, getById, listAll } from '../../cloud/find.ts'
import { given, textIn, without } from '../../cloud/json-values.ts'
import { inIdentity, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { everyField, listOf, nothing, type Row } from '../../output/result.ts'
import { createOrShow, orShow } from './create-or-show.ts'
import { domainKind, findIn, findOptionalIn, groupKind, projectKind, userKind } from './identity-kinds.ts'
import { ownId } from './own-id.ts'
import { securityOptions, userOptionsOf } from './user-options.ts'

const domainOption = text('<domain>', 'Domain owning the user (name or ID)')

const attributes = {
  project: text('<project>', 'Default project (name or ID)'),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
  password: text('<password>', 'Set user password'),
  email: text('<email-address>', 'Set user email address'),
  description: text('<description>', 'User description'),
  enabled: either({ '--enable': true, '--disable': false }, 'Enable or disable user'),
  passwordPrompt: flag('Ask for the password'),
  ...securityOptions,
}

interface Secret {
  readonly password: string | undefined
  readonly passwordPrompt: boolean
}

const passwordIn = (
  { streams }: Session,
  { password, passwordPrompt }: Secret,
): Promise<string> | string | undefined =>
  passwordPrompt ? askSecret(streams, 'User password', true) : password

const shown = (user: Row): Row => without(user, 'links')

const createUser = command({
  words: 'user create',
  summary: 'Create new user',
  output: 'one',
  positionals: { name: one('<name>', 'New user name') },
  options: { ...attributes, domain: domainOption, orShow },
  run: async (session, { name, domain, project, projectDomain, enabled = true, ...rest }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const default_project_id = await findOptionalIn(session, projectKind, project, projectDomain)
    const { email, description } = rest
    const [password, options] = [await passwordIn(session, rest), userOptionsOf(rest)]
    const members = { name, domain_id, default_project_id, password, email, description, enabled, options }
    return everyField(shown(await createOrShow(session, userKind, members, rest.orShow)))
  },
})

/** Users with any role on a project. */
const usersOf = async (session: Session, projectId: string): Promise<readonly Row[]> => {
  const query = { 'scope.project.id': projectId }
  const assignments = await performAll(session, inIdentity(listRoleAssignments), { query })
  const ids = new Set(assignments.flatMap((each) => textIn(each, 'user', 'id') ?? []))
  return Promise.all([...ids].map((id) => getById(session, userKind, id)))
}

const list = command({
  words: 'user list',
  summary: 'List users',
  output: 'list',
  options: {
    domain: text('<domain>', 'Filter users by <domain> (name or ID)'),
    group: text('<group>', 'Filter users by <group> membership (name or ID)'),
    project: text('<project>', 'Filter users by <project> (name or ID)'),
    long: flag('List additional fields in output'),
  },
  run: async (session, { domain, group, project, long }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    const groupId = await findOptionalIn(session, groupKind, group, domain)
    const projectId = await findOptionalIn(session, projectKind, project, domain)
    const inGroup = (group_id: string) =>
      performAll(session, inIdentity(listUsersInGroup), { path: { group_id }, query: { domain_id } })
    const all = () => (groupId === undefined ? listAll(session, userKind, { domain_id }) : inGroup(groupId))
    const rows = await (projectId === undefined ? all() : usersOf(session, projectId))
    const more = {
      Project: 'default_project_id',
      Domain: 'domain_id',
      Description: 'description',
      Email: 'email',
      Enabled: 'enabled',
    }
    return listOf({ ID: 'id', Name: 'name', ...(long && more) }, rows)
  },
})

const show = command({
  words: 'user show',
  summary: 'Display user details',
  output: 'one',
  positionals: { user: one('<user>', 'User to display (name or ID)') },
  options: { domain: domainOption },
  run: async (session, { user, domain }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    return everyField(shown(await find(session, userKind, user, { domain_id })))
  },
})

const set = command({
  words: 'user set',
  summary: 'Set user properties',
  output: 'none',
  positionals: { user: one('<user>', 'User to modify (name or ID)') },
  options: { ...attributes, domain: domainOption, name: text('<name>', 'Set user name') },
  run: async (session, { user, domain, project, projectDomain, name, email, description, ...rest }) => {
    const id = await findIn(session, userKind, user, domain)
    const default_project_id = await findOptionalIn(session, projectKind, project, projectDomain)
    const { enabled } = rest
    const [password, options] = [await passwordIn(session, rest), userOptionsOf(rest)]
    const members = given({ name, default_project_id, password, email, description, enabled, options })
    await perform(session, inIdentity(updateUser), { path: { user_id: id }, body: { user: members } })
    return nothing
  },
})

const remove = command({
  words: 'user delete',
  summary: 'Delete user(s)',
  output: 'none',
  positionals: { users: many('<user>', 'User(s) to delete (name or ID)') },
  options: { domain: domainOption },
  run: async (session, { users, domain }) => {
    const domain_id = await findOptionalId(session, domainKind, domain)
    await deleteEach(session, userKind, users, { domain_id })
    return nothing
  },
})

const setPassword = command({
  words: 'user password set',
  summary: 'Change current user password',
  calls: [inIdentity(changePassword)],
  output: 'none',
  options: {
    password: text('<new-password>', 'New user password (default: asked for)'),
    originalPassword: text('<original-password>', 'Original user password (default: asked for)'),
  },
  run: async (session, { password, originalPassword }) => {
    const user_id = await ownId(session)
    const asked = await askSecrets(session.streams, [
      ...(originalPassword === undefined ? [{ what: 'Current password', isNew: false }] : []),
      ...(password === undefined ? [{ what: 'New password', isNew: true }] : []),
    ])
    const user = {
      original_password: originalPassword ?? asked[0] ?? '',
      password: password ?? asked.at(-1) ?? '',
    }
    await session.api.identity.call(changePassword, { path: { user_id }, body: { user } })
    return nothing
  },
})

export const userCommands = [createUser, list, show, set, remove, setPassword]
