import { defineErrors, fault } from '@nimbo/kernel/errors'

type OnTrunk = {
  readonly portId: string
  readonly trunkId: string
}

export const errors = defineErrors({
  TrunkNotFound: fault<{ id: string }>('notFound', ({ id }) => `Trunk ${id} could not be found.`),
  TrunkPortInUse: fault<{ portId: string }>(
    'conflict',
    ({ portId }) => `Port ${portId} is in use by another trunk.`,
  ),
  ParentPortInUse: fault<{ portId: string }>(
    'conflict',
    ({ portId }) => `Port ${portId} is currently in use and is not eligible for use as a parent port.`,
  ),
  PortInUseAsTrunkParent: fault<OnTrunk>(
    'conflict',
    ({ portId, trunkId }) => `Port ${portId} is currently a parent port for trunk ${trunkId}.`,
  ),
  PortInUseAsSubPort: fault<OnTrunk>(
    'conflict',
    ({ portId, trunkId }) => `Port ${portId} is currently a subport for trunk ${trunkId}.`,
  ),
  SubPortNotFound: fault<OnTrunk>(
    'notFound',
    ({ portId, trunkId }) => `SubPort ${portId} on trunk ${trunkId} could not be found.`,
  ),
  DuplicateSubPort: fault<{ type: string; id: number; trunkId: string }>(
    'conflict',
    ({ type, id, trunkId }) =>
      `segmentation_type ${type} and segmentation_id ${id} already in use on trunk ${trunkId}.`,
  ),
  SubPortMtuGreaterThanTrunkPortMtu: fault<{
    portId: string
    mtu: number
    trunkId: string
    trunkMtu: number
  }>(
    'conflict',
    ({ portId, mtu, trunkId, trunkMtu }) =>
      `MTU ${mtu} of subport ${portId} cannot be greater than MTU ${trunkMtu} of trunk ${trunkId}.`,
  ),
  TrunkInUse: fault<{ id: string }>('conflict', ({ id }) => `Trunk ${id} is currently in use.`),
  TrunkDisabled: fault<{ id: string }>('conflict', ({ id }) => `Trunk ${id} is currently disabled.`),
  TrunkInErrorState: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Trunk ${id} is in error state. Attempt to resolve the error condition before proceeding.`,
  ),
  PortInUse: fault<{ portId: string; networkId: string; deviceId: string }>(
    'conflict',
    ({ portId, networkId, deviceId }) =>
      `Unable to complete operation on port ${portId} for network ${networkId}. Port already has an attached ` +
      `device ${deviceId}.`,
  ),
})
