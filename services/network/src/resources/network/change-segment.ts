import type { Network } from '@nimbo/contracts/network/network'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { errors as general } from '../../errors.ts'
import type { Db } from '../../tables.ts'
import { bindingFailedVif, unboundVif } from '../port/bind-port.ts'
import { segments, segmentsOf } from '../segment/segments.ts'
import { checkSegment, segmentTaken } from './choose-segment.ts'
import { segmentKey } from './segment.ts'

const idName = 'provider:segmentation_id'
const fixedNames = ['provider:physical_network', 'provider:network_type'] as const

type Asked = { readonly [Name in (typeof fixedNames)[number] | typeof idName]?: unknown }

const invalid = (reason: string) => general.InvalidInput({ reason })

const vifsOfNoHost = [unboundVif, bindingFailedVif]

/** Throws if a host serves a port of the network: it would keep the port on the previous segment. */
const requireUnbound = async (db: Db, networkId: string): Promise<void> => {
  const bound = await db
    .selectFrom('ports')
    .select('id')
    .where('network_id', '=', networkId)
    .where('binding_vif_type', 'not in', vifsOfNoHost)
    .limit(1)
    .execute()
  if (bound.length > 0)
    throw invalid(
      `Provider network attribute ${idName} cannot be updated if any port in the network has not the following binding:vif_type: ${vifsOfNoHost.join(', ')}`,
    )
}

const isTaken = async (db: Db, wire: string): Promise<boolean> =>
  (await db.selectFrom('segments').select('id').where('wire', '=', wire).execute()).length > 0

/**
 * Gives the segment of a VLAN network another segmentation id, the only provider attribute that can be changed, and returns what
 * changes in the network by that. Throws if another provider attribute would change.
 */
export const changeSegment = async (
  { deps, db }: Inside,
  before: Network,
  asked: Asked,
): Promise<Partial<Pick<Network, typeof idName>>> => {
  if (fixedNames.some((name) => (asked[name] ?? before[name]) !== before[name]))
    throw invalid(
      `Plugin does not support updating the following provider network attributes: ${fixedNames.join(', ')}`,
    )
  const segmentationId = asked[idName] ?? before[idName]
  if (typeof segmentationId !== 'number' || segmentationId === before[idName]) return {}
  const [only, ...others] = await segmentsOf(db, before.id)
  if (only === undefined || others.length > 0)
    throw invalid(
      'Provider network attributes can be updated only in provider networks with a single segment',
    )
  await requireUnbound(db, before.id)
  const type = before['provider:network_type']
  if (type !== 'vlan') throw invalid('Only VLAN type networks can be updated')
  const segment = { type, physicalNetwork: before['provider:physical_network'], segmentationId }
  checkSegment(segment, deps.config)
  const wire = segmentKey(before.id, segment)
  if (await isTaken(db, wire)) throw segmentTaken(segment)
  await segments.update(db, only.id, { segmentation_id: segmentationId }, timestamp(deps.clock))
  await db.updateTable('segments').set({ wire }).where('id', '=', only.id).execute()
  await db.updateTable('networks').set({ segment: wire }).where('id', '=', before.id).execute()
  return { [idName]: segmentationId }
}
