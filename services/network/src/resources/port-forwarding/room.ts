import {
  portForwardingNotifications,
  portForwardingOperations,
} from '@nimbo/contracts/network/port-forwarding'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { errors as floatingIpErrors } from '../floating-ip/errors.ts'
import { floatingIps } from '../floating-ip/floating-ips.ts'
import { createPortForwardings } from './create-port-forwardings.ts'
import { deletePortForwarding } from './delete-port-forwarding.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { portForwardings } from './port-forwardings.ts'
import { updatePortForwarding } from './update-port-forwarding.ts'

export const portForwardingRoom = roomOf(
  portForwardingOperations,
  {
    repository: portForwardings,
    notFound: errors.PortForwardingNotFound,
    parents: parentsIn(floatingIps, floatingIpErrors.FloatingIPNotFound),
    create: createPortForwardings,
    update: updatePortForwarding,
    delete: deletePortForwarding,
  },
  {
    migrations,
    notifications: portForwardingNotifications,
    extensions: [
      extension('floating-ip-port-forwarding', 'Floating IP Port Forwarding', 'Single ports of floating IPs'),
      extension(
        'floating-ip-port-forwarding-description',
        'Floating IP Port Forwarding support for description',
        'Descriptions of forwardings',
      ),
      extension(
        'floating-ip-port-forwarding-detail',
        'Floating IP Port Forwarding detail',
        'Filters of forwardings',
      ),
      extension(
        'floating-ip-port-forwarding-port-ranges',
        'Floating IP Port Forwarding support for port ranges',
        'Forwardings of runs of ports',
      ),
      extension(
        'expose-port-forwarding-in-fip',
        'Expose Port Forwarding in Floating IP',
        'Floating IPs show their forwardings',
      ),
    ],
  },
)
