import { literal } from '@nimbo/resource/describe/value-type'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { PlainPort } from '@nimbo/contracts/network/port'
import type { SubPort, SubPortRequest } from '@nimbo/contracts/network/trunk'
import type { Inside } from '../../app/deps.ts'
import { errors as general } from '../../errors.ts'
import { networks } from '../network/networks.ts'
import { errors as portErrors } from '../port/errors.ts'
import { ports } from '../port/ports.ts'
import { errors } from './errors.ts'
import { checkNotTrunked } from './trunk-of-port.ts'

const invalid = (reason: string) => general.InvalidInput({ reason })

/** A port that the caller can see. */
export const knownPort = async ({ deps, ctx, db }: Inside, id: string): Promise<PlainPort> => {
  const port = await ports.plain(db, deps.callers.scopeOf(ctx), id)
  if (!port) throw portErrors.PortNotFound({ id })
  return port
}

const largestVlan = 4094

/** The segmentation of a sub-port: as requested, or inherited from its network. */
const segmentationOf = (asked: SubPortRequest, network: PlainNetwork): SubPort => {
  const inherits = asked.segmentation_type === 'inherit'
  const type = inherits ? network['provider:network_type'] : asked.segmentation_type
  const id = inherits ? network['provider:segmentation_id'] : asked.segmentation_id
  if (type === undefined || id === undefined || id === null)
    throw invalid(
      `Invalid subport details '${literal(asked)}': missing segmentation information. Must specify both ` +
        'segmentation_id and segmentation_type',
    )
  if (type !== 'vlan') throw invalid(`Unknown segmentation_type '${type}'`)
  if (id < 1 || id > largestVlan) throw invalid(`Segmentation ID '${id}' is not in range`)
  return { port_id: asked.port_id, segmentation_type: type, segmentation_id: id }
}

interface Parent {
  /** The trunk's id, or the parent port's while the trunk is being created. */
  readonly id: string
  readonly port: PlainPort
}

const checkOne = async (inside: Inside, { id, port }: Parent, asked: SubPortRequest): Promise<SubPort> => {
  const { port_id: portId } = asked
  if (portId === port.id) throw errors.ParentPortInUse({ portId })
  const sub = await knownPort(inside, portId)
  const itsNetworks = await networks.plainById(inside.db, 'all', [sub.network_id, port.network_id])
  const [network, carrying] = [itsNetworks.get(sub.network_id), itsNetworks.get(port.network_id)]
  if (!network || !carrying) throw portErrors.PortNotFound({ id: portId })
  if (network.mtu > carrying.mtu)
    throw errors.SubPortMtuGreaterThanTrunkPortMtu({
      portId,
      mtu: network.mtu,
      trunkId: id,
      trunkMtu: carrying.mtu,
    })
  const segmentation = segmentationOf(asked, network)
  await checkNotTrunked(inside, sub)
  if (sub.device_id !== '')
    throw errors.PortInUse({ portId, networkId: sub.network_id, deviceId: sub.device_id })
  return segmentation
}

/** Completes and checks sub-ports; segmentation ids must be unique within a trunk. */
export const checkedSubPorts = async (
  inside: Inside,
  parent: Parent,
  known: readonly SubPort[],
  asked: readonly SubPortRequest[],
): Promise<readonly SubPort[]> => {
  const all: SubPort[] = [...known]
  for (const each of asked) {
    if (all.some(({ port_id }) => port_id === each.port_id))
      throw errors.TrunkPortInUse({ portId: each.port_id })
    const checked = await checkOne(inside, parent, each)
    const { segmentation_type: type, segmentation_id: id } = checked
    if (all.some((other) => other.segmentation_type === type && other.segmentation_id === id))
      throw errors.DuplicateSubPort({ type, id, trunkId: parent.id })
    all.push(checked)
  }
  return all.slice(known.length)
}
