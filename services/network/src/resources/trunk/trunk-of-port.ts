import type { PlainPort } from '@nimbo/contracts/network/port'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { ports } from '../port/ports.ts'
import { errors } from './errors.ts'
import { trunks } from './trunks.ts'

/** Throws when a port is already part of a trunk. */
export const checkNotTrunked = async (
  { db }: Inside,
  { id: portId, trunk_id: trunkId }: PlainPort,
): Promise<void> => {
  if (trunkId === null) return
  const trunk = await trunks.plain(db, 'all', trunkId)
  if (trunk?.port_id === portId) throw errors.ParentPortInUse({ portId })
  throw errors.TrunkPortInUse({ portId })
}

/** Refuses to delete a parent port or a sub-port. */
export const refuseWhileTrunked = async (
  { db }: Inside,
  { id: portId, trunk_id: trunkId }: PlainPort,
): Promise<void> => {
  if (trunkId === null) return
  const trunk = await trunks.plain(db, 'all', trunkId)
  if (trunk?.port_id === portId) throw errors.PortInUseAsTrunkParent({ portId, trunkId })
  throw errors.PortInUseAsSubPort({ portId, trunkId })
}

/** Records that a port is, or no longer is, part of a trunk. */
export const joinTrunk = async (
  { deps, db }: Inside,
  portId: string,
  trunkId: string | null,
): Promise<void> => {
  await ports.update(db, portId, { trunk_id: trunkId }, timestamp(deps.clock))
}
