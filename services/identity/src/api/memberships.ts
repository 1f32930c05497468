import * as operations from '@nimbo/contracts/identity/memberships'
import { groupView } from './group-view.ts'
import { handle } from './handle.ts'
import { pageLinks } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { userFilters } from './user-filters.ts'
import { userView } from './user-view.ts'

const listGroups = handle(operations.listGroupsOfUser, async (call) => {
  const { app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const groups = await app.users.groupsOf(found.user.id, filtersIn(query, { name: 'text' }), page)
  return { groups: groups.map(groupView(base)), ...pageLinks(call, groups, page) }
})

const listUsers = handle(operations.listUsersInGroup, async (call) => {
  const { app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const users = await app.groups.members(found.group.id, filtersIn(query, userFilters), page)
  return { users: users.map(userView(base)), ...pageLinks(call, users, page) }
})

const add = handle(operations.addUserToGroup, async ({ app, found: { membership } }) => {
  await app.groups.addMember(membership.group.id, membership.user.id)
})

const check = handle(operations.checkUserInGroup, async ({ app, found: { membership } }) => {
  await app.groups.checkMember(membership.group.id, membership.user.id)
})

const remove = handle(operations.removeUserFromGroup, async ({ app, found: { membership } }) => {
  await app.groups.removeMember(membership.group.id, membership.user.id)
})

export const memberships = [listGroups, listUsers, add, check, remove]
