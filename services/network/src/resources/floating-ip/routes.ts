import { listFloatingIpPools } from '@nimbo/contracts/network/floating-ip'
import { handlersOf } from '@nimbo/http/handle'
import type { Deps } from '../../app/deps.ts'
import { networks } from '../network/networks.ts'
import { subnets } from '../subnet/subnets.ts'

const handle = handlersOf<Deps>()({})

/** The handlers of floating IP operations beyond CRUD. */
export const floatingIpRoutes = [
  handle(listFloatingIpPools, async ({ app, ctx }) => {
    const projectId = ctx.projectId ?? ''
    const outside = await networks.list(
      app.db,
      app.callers.scopeOf(ctx),
      { 'router:external': [true] },
      { fields: ['id'] },
    )
    const ofIpv4 = { network_id: outside.map(({ id }) => id), ip_version: [4] }
    const pools = await subnets.list(app.db, 'all', ofIpv4, { fields: ['id'] })
    return {
      floatingip_pools: pools.map(({ id, name, network_id, cidr }) => ({
        network_id,
        subnet_id: id,
        subnet_name: name,
        cidr,
        project_id: projectId,
        tenant_id: projectId,
      })),
    }
  }),
]
