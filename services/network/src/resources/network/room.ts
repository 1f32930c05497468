import { network, networkNotifications, networkOperations } from '@nimbo/contracts/network/network'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import { valuesOf } from '../../app/draft.ts'
import { seenAsShared } from '../rbac-policy/shared-with.ts'
import { createNetworks } from './create-networks.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { networks } from './networks.ts'
import { updateNetwork } from './update-network.ts'

export const networkRoom = roomOf(
  networkOperations,
  {
    repository: networks,
    notFound: errors.NetworkNotFound,
    asSeen: seenAsShared('network'),
    create: (deps) => (ctx, drafts) => createNetworks(deps)(ctx, valuesOf(drafts)),
    update: updateNetwork,
    delete: deletionOf(networks),
  },
  {
    migrations,
    notifications: networkNotifications,
    tags: tagOperations(network, 'NetworkNotFound'),
    extensions: [
      extension('external-net', 'Neutron external network', 'Networks that lead outside'),
      extension('l2_adjacency', 'L2 Adjacency', 'Whether a network is one wire'),
      extension('net-mtu', 'Network MTU', 'The MTU of a network'),
      extension('net-mtu-writable', 'Network MTU (writable)', 'The MTU of a network can be set'),
      extension('network_availability_zone', 'Network Availability Zone', 'Availability zones of networks'),
      extension('provider', 'Provider Network', 'The wire below a network'),
    ],
  },
)
