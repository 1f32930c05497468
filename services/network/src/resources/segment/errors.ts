import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  SegmentNotFound: fault<{ id: string }>('notFound', ({ id }) => `Segment ${id} could not be found.`),
  SegmentInUse: fault<{ id: string; reason: string }>(
    'conflict',
    ({ id, reason }) => `Segment '${id}' cannot be deleted: ${reason}.`,
  ),
  SubnetsNotAllAssociatedWithSegments: fault<{ networkId: string }>(
    'badRequest',
    ({ networkId }) =>
      `All of the subnets on network '${networkId}' must either all be associated with segments or all not ` +
      'associated with any segment.',
  ),
  SubnetSegmentAssociationChangeNotAllowed: fault<Record<never, never>>(
    'badRequest',
    'A subnet that is already associated with a segment cannot have its segment association changed.',
  ),
  NetworkIdsDontMatch: fault<{ subnetNetwork: string; segmentId: string; segmentNetwork: string }>(
    'badRequest',
    ({ subnetNetwork, segmentId, segmentNetwork }) =>
      `The subnet's network id, '${subnetNetwork}', doesn't match the network_id of segment '${segmentId}', ` +
      `'${segmentNetwork}'`,
  ),
  HostConnectedToMultipleSegments: fault<{ host: string; networkId: string }>(
    'conflict',
    ({ host, networkId }) =>
      `Host ${host} is connected to multiple segments on routed provider network '${networkId}'.  ` +
      'It should be connected to one.',
  ),
  HostNotConnectedToAnySegment: fault<{ host: string; networkId: string }>(
    'conflict',
    ({ host, networkId }) =>
      `Host ${host} is not connected to any segments on routed provider network '${networkId}'.  ` +
      'It should be connected to one.',
  ),
  HostNotCompatibleWithFixedIps: fault<{ host: string; portId: string }>(
    'conflict',
    ({ host, portId }) =>
      `Host ${host} is not connected to a segment where the existing fixed_ips on port ${portId} will ` +
      'function given the routed network topology.',
  ),
})
