import type { PlainPort } from '@nimbo/contracts/network/port'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { ports } from '../port/ports.ts'
import { errors } from './errors.ts'
import { trunks } from './trunks.ts'

/** Throws when a port is part of a trunk already. */
export const checkNotTrunked = async (
  { db }: Inside,
  { id: portId, trunk_id: trunkId }: PlainPort,
): Promise<void> => {
  if (trunkId === null) return
  const trunk = await trunks.plain(db, 'all', trunkId)
  if (trunk?.port_id === portId) throw errors.ParentPortInUse({ portId })
  throw errors.TrunkPortInUse({ portId })
}

/** Refuses to delete a port that carries others, or that another carries. */
export const refuseWhileTrunked = async (
  { db }: Inside,
  { id: portId, trunk_id: trunkId }: PlainPort,
): Promise<void> => {
  if (trunkId === null) return
  const trunk = await trunks.plain(db, 'all', trunkId)
  if (trunk?.port_id === portId) throw errors.PortInUseAsTrunkParent({ portId, trunkId })
  throw errors.PortInUseAsSubPort({ portId, trunkId })
}

/** Notes that a port is part of a trunk, or of none any more. */
export const joinTrunk = async (
  { deps, db }: Inside,
  portId: string,
  trunkId: string | null,
): Promise<void> => {
  await ports.update(db, portId, { trunk_id: trunkId }, timestamp(deps.clock))
}
