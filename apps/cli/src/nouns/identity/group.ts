import { listGroups, showGroup, updateGroup } from '@nimbo/contracts/identity/groups'
import {
  addUserToGroup,
  checkUserInGroup,
  listGroupsOfUser,
  removeUserFromGroup,
} from '@nimbo/contracts/identity/memberships'
import { HttpError } from '../../cloud/cli-error.ts'
import { deleteEach, forAll } from '../../cloud/delete-each.ts'
import { findOptionalId, listAll } from '../../cloud/find.ts'
import { given, without } from '../../cloud/json-values.ts'
import { inIdentity, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { does, shows } from '../../grammar/declared.ts'
import { flag, text } from '../../grammar/option.ts'
import { everyField, listOf, nothing } from '../../output/result.ts'
import { createOrShow, orShow } from './create-or-show.ts'
import { domainKind, findIn, groupKind, userKind } from './identity-kinds.ts'

const service = 'identity'
const domain = text('<domain>', 'Domain the group belongs to (name or ID)')
const description = text('<description>', 'Description of the group')
const group = one('<group>', 'Group (name or ID)')
const domains = {
  groupDomain: text('<group-domain>', 'Domain the group belongs to (name or ID)'),
  userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
}

interface Domains {
  readonly groupDomain: string | undefined
  readonly userDomain: string | undefined
}

const membership = async (session: Session, called: string, user: string, asked: Domains) => ({
  path: {
    group_id: await findIn(session, groupKind, called, asked.groupDomain),
    user_id: await findIn(session, userKind, user, asked.userDomain),
  },
})

const changesUsers = (
  words: string,
  summary: string,
  operation: typeof addUserToGroup | typeof removeUserFromGroup,
) =>
  command({
    ...{ words, summary, output: 'none' },
    calls: [inIdentity(operation)],
    positionals: { group, users: many('<user>', 'User(s) (name or ID)') },
    options: domains,
    run: async (session, { group: called, users, ...asked }) => {
      await forAll(users, 'User', 'change', async (user) =>
        session.api.identity.call(operation, await membership(session, called, user, asked)),
      )
      return nothing
    },
  })

const contains = command({
  words: 'group contains user',
  summary: 'Check user membership in group',
  calls: [inIdentity(checkUserInGroup)],
  output: 'none',
  positionals: { group, user: one('<user>', 'User to check (name or ID)') },
  options: domains,
  run: async (session, { group: called, user, ...asked }) => {
    const said = (is: string) => ({ kind: 'text', text: `${user} ${is} in group ${called}\n` }) as const
    try {
      await session.api.identity.call(checkUserInGroup, await membership(session, called, user, asked))
      return said('is')
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) throw error
      return said('is not')
    }
  },
})

const list = command({
  words: 'group list',
  summary: 'List groups',
  calls: [inIdentity(listGroups)],
  output: 'list',
  options: {
    domain: text('<domain>', 'List only groups of this domain (name or ID)'),
    user: text('<user>', 'List only groups this user is a member of (name or ID)'),
    userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
    long: flag('List additional fields in output'),
  },
  run: async (session, asked) => {
    const query = { domain_id: await findOptionalId(session, domainKind, asked.domain) }
    const ofUser = async (user: string) => {
      const path = { user_id: await findIn(session, userKind, user, asked.userDomain) }
      return performAll(session, inIdentity(listGroupsOfUser), { path, query })
    }
    const rows = await (asked.user === undefined ? listAll(session, groupKind, query) : ofUser(asked.user))
    const more = { 'Domain ID': 'domain_id', Description: 'description' }
    return listOf({ ID: 'id', Name: 'name', ...(asked.long && more) }, rows)
  },
})

const remove = command({
  words: 'group delete',
  summary: 'Delete group(s)',
  output: 'none',
  positionals: { groups: many('<group>', 'Group(s) to delete (name or ID)') },
  options: { domain },
  run: async (session, { groups, domain: home }) => {
    await deleteEach(session, groupKind, groups, {
      domain_id: await findOptionalId(session, domainKind, home),
    })
    return nothing
  },
})

export const groupCommands = [
  command({
    words: 'group create',
    summary: 'Create new group',
    output: 'one',
    positionals: { name: one('<group-name>', 'New group name') },
    options: { domain, description, orShow },
    run: async (session, { name, description: said, domain: home, orShow: mayExist }) => {
      const domain_id = await findOptionalId(session, domainKind, home)
      const members = { name, description: said, domain_id }
      return everyField(without(await createOrShow(session, groupKind, members, mayExist), 'links'))
    },
  }),
  list,
  shows({
    words: 'group show',
    summary: 'Display group details',
    ...{ service, operation: showGroup },
    positionals: { group },
    options: { domain },
    request: async ({ group: called, domain: home }, session) => ({
      path: { group_id: await findIn(session, groupKind, called, home) },
    }),
  }),
  does({
    words: 'group set',
    summary: 'Set group properties',
    ...{ service, operation: updateGroup },
    positionals: { group },
    options: { domain, description, name: text('<name>', 'New group name') },
    request: async ({ group: called, domain: home, name, description: said }, session) => ({
      path: { group_id: await findIn(session, groupKind, called, home) },
      body: { group: given({ name, description: said }) },
    }),
  }),
  remove,
  changesUsers('group add user', 'Add user to group', addUserToGroup),
  changesUsers('group remove user', 'Remove user from group', removeUserFromGroup),
  contains,
]
