import { listServerSecurityGroups } from '@nimbo/contracts/compute/server-security-groups'
import { groupView } from '../aliases/security-group-view.ts'
import { handle } from '../handle.ts'

const list = handle(listServerSecurityGroups, async ({ ctx, app, params }) => {
  const { groups, named } = await app.securityGroups.list(ctx, params.server_id)
  return { security_groups: groups.map((group) => groupView(group, named)) }
})

export const serverSecurityGroupRoutes = [list]
