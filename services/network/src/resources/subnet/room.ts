import { subnet, subnetNotifications, subnetOperations } from '@nimbo/contracts/network/subnet'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import { valuesOf } from '../../app/draft.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { itsNetwork, seenAsShared } from '../rbac-policy/shared-with.ts'
import { createSubnets } from './create-subnets.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { subnets } from './subnets.ts'
import { updateSubnet } from './update-subnet.ts'

export const subnetRoom = roomOf(
  subnetOperations,
  {
    repository: subnets,
    notFound: errors.SubnetNotFound,
    parents: parentsIn(networks, networkErrors.NetworkNotFound, seenAsShared('network')),
    asSeen: seenAsShared('network', itsNetwork),
    create: (deps) => (ctx, drafts) => createSubnets(deps)(ctx, valuesOf(drafts)),
    update: updateSubnet,
    delete: deletionOf(subnets),
  },
  {
    migrations,
    notifications: subnetNotifications,
    tags: tagOperations(subnet, 'SubnetNotFound'),
    extensions: [
      extension(
        'subnet-external-network',
        'Subnet belongs to an external network',
        'Subnets that lead outside',
      ),
      extension('subnet-service-types', 'Subnet service types', 'Subnets for ports of certain owners'),
    ],
  },
)
