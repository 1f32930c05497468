import { grantFamilies } from '@nimbo/contracts/identity/grants'
import { handle } from '../../api/handle.ts'
import { wholeLinks } from '../../api/links.ts'
import { roleView } from '../role/view.ts'

/** The same four operations exist for each combination of actor and target. */
export const grantRoutes = grantFamilies.flatMap(({ family: { inherited }, list, check, create, revoke }) => [
  handle(list, async (call) => {
    const roles = await call.app.grants.list({ ...call.found.grants.place, inherited })
    return { roles: roles.map(roleView(call.base)), ...wholeLinks(call) }
  }),
  handle(check, async ({ app, found: { grant } }) => {
    await app.grants.check({ ...grant.place, inherited }, grant.role.id)
  }),
  handle(create, async ({ ctx, app, found: { grant } }) => {
    await app.grants.add(ctx, { ...grant.place, inherited }, grant.role)
  }),
  handle(revoke, async ({ ctx, app, found: { grant } }) => {
    await app.grants.remove(ctx, { ...grant.place, inherited }, grant.role.id)
  }),
])
