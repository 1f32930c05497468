import * as operations from '@nimbo/contracts/identity/memberships'
import type { Context } from '@nimbo/kernel/context'
import type { Filter } from '../../domain/listing.ts'
import { groupView } from './view.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { wireInstant } from '../../api/wire-instant.ts'
import { userFilters } from '../user/filters.ts'
import { userView } from '../user/view.ts'

/** With a domain-scoped token only users and groups of that domain are listed. */
const seenBy = ({ domainId }: Context): Filter[] =>
  domainId === undefined
    ? []
    : [{ column: 'domain_id', comparison: 'equals', ignoreCase: false, value: domainId }]

const listGroups = handle(operations.listGroupsOfUser, async (call) => {
  const { ctx, app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const filters = [...seenBy(ctx), ...filtersIn(query, { name: 'text' })]
  const groups = await app.users.groupsOf(found.user.id, filters, page)
  const ends = await app.users.membershipEnds(found.user.id)
  const views = groups.map((group) => ({
    ...groupView(base)(group),
    membership_expires_at: wireInstant(ends.get(group.id) ?? null),
  }))
  return { groups: views, ...pageLinks(call, groups, page) }
})

const listUsers = handle(operations.listUsersInGroup, async (call) => {
  const { ctx, app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const filters = [...seenBy(ctx), ...filtersIn(query, userFilters)]
  const users = await app.groups.members(found.group.id, filters, page)
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

export const membershipRoutes = [listGroups, listUsers, add, check, remove]
