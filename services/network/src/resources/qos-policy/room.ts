import { qosPolicy, qosPolicyNotifications, qosPolicyOperations } from '@nimbo/contracts/network/qos-policy'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { seenAsShared } from '../rbac-policy/shared-with.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { qosPolicies } from './qos-policies.ts'

export const qosPolicyRoom = roomOf(
  qosPolicyOperations,
  {
    ...simpleUseCases({ repository: qosPolicies, rowOf: (values) => values }),
    repository: qosPolicies,
    notFound: errors.QosPolicyNotFound,
    asSeen: seenAsShared('qos_policy'),
  },
  {
    migrations,
    notifications: qosPolicyNotifications,
    tags: tagOperations(qosPolicy, 'QosPolicyNotFound'),
    extensions: [
      extension('qos', 'Quality of Service', 'How fast ports may send and receive'),
      extension('qos-default', 'QoS default policy', 'Policies for networks that name none'),
      extension('qos-port-network-policy', 'QoS port network policy', "The policy of a port's network"),
    ],
  },
)
