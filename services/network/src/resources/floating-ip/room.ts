import {
  floatingIp,
  floatingIpNotifications,
  floatingIpOperations,
} from '@nimbo/contracts/network/floating-ip'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { valuesOf } from '../../app/draft.ts'
import { createFloatingIps } from './create-floating-ips.ts'
import { deleteFloatingIp } from './delete-floating-ip.ts'
import { errors } from './errors.ts'
import { floatingIps } from './floating-ips.ts'
import { migrations } from './migrations.ts'
import { floatingIpRoutes } from './routes.ts'
import { updateFloatingIp } from './update-floating-ip.ts'

export const floatingIpRoom = roomOf(
  floatingIpOperations,
  {
    repository: floatingIps,
    notFound: errors.FloatingIPNotFound,
    create: (deps) => (ctx, drafts) => createFloatingIps(deps)(ctx, valuesOf(drafts)),
    update: updateFloatingIp,
    delete: deleteFloatingIp,
  },
  {
    migrations,
    notifications: floatingIpNotifications,
    tags: tagOperations(floatingIp, 'FloatingIPNotFound'),
    routes: floatingIpRoutes,
    extensions: [
      extension('fip-port-details', 'Port details of Floating IP', 'The port behind a floating IP'),
      extension('qos-fip', 'Floating IP QoS', 'How fast a floating IP may send and receive'),
      extension(
        'qos-fip-network-policy',
        'QoS floating IP network policy',
        'The policy of the external network of a floating IP',
      ),
      extension('floatingip-pools', 'Floating IP Pools', 'Where floating IPs come from'),
    ],
  },
)
