import { router, routerNotifications, routerOperations } from '@nimbo/contracts/network/router'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { valuesOf } from '../../app/draft.ts'
import { createRouters } from './create-routers.ts'
import { deleteRouter } from './delete-router.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { routers } from './routers.ts'
import { routerRoutes } from './routes.ts'
import { updateRouter } from './update-router.ts'

export const routerRoom = roomOf(
  routerOperations,
  {
    repository: routers,
    notFound: errors.RouterNotFound,
    create: (deps) => (ctx, drafts) => createRouters(deps)(ctx, valuesOf(drafts)),
    update: updateRouter,
    delete: deleteRouter,
  },
  {
    migrations,
    notifications: routerNotifications,
    tags: tagOperations(router, 'RouterNotFound'),
    routes: routerRoutes,
    extensions: [
      extension('router', 'Neutron L3 Router', 'Routers join networks and lead out of them'),
      extension('qos-gateway-ip', 'Gateway IP QoS', 'How fast the gateway of a router may send and receive'),
      extension('ext-gw-mode', 'Neutron L3 Configurable external gateway mode', 'Gateways that hide or not'),
      extension(
        'dvr',
        'Distributed Virtual Router',
        'Routers that are where the guests of their networks are',
      ),
      extension('extraroute', 'Neutron Extra Route', 'Further routes of routers'),
      extension('extraroute-atomic', 'Atomically add/remove extra routes', 'Routes one by one'),
      extension(
        'external-gateway-multihoming',
        'Neutron L3 External Gateway Multihoming',
        'Several gateways of a router',
      ),
      extension('l3-ha', 'HA Router extension', 'Routers that several hosts run, of which one is crossed'),
      extension('l3_agent_scheduler', 'L3 Agent Scheduler', 'Which agent runs a router'),
      extension('router_availability_zone', 'Router Availability Zone', 'Availability zones of routers'),
    ],
  },
)
