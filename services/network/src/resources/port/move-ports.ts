import type { Port, PortStatus } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import { dhcpOwner } from './device-owners.ts'
import { ports } from './ports.ts'
import type { Db } from '../../tables.ts'

interface Move {
  readonly host: string
  readonly ids: readonly string[]
  readonly from: readonly PortStatus[]
  readonly to: PortStatus
  readonly updatedAt: string
}

const moving = (db: Db, { host, ids, from, to, updatedAt }: Move) =>
  db
    .updateTable('ports')
    .set((set) => ({
      status: to,
      updated_at: updatedAt,
      revision_number: set('revision_number', '+', 1),
    }))
    .where('id', 'in', ids)
    .where('binding_host_id', '=', host)
    .where('device_owner', '<>', dhcpOwner)
    .where('status', 'in', from)

const moveAndTell = prepared((db: Db, move: Move) =>
  moving(db, move).returning(['id', 'device_id', 'device_owner']),
)

const moveAndRead = prepared((db: Db, move: Move) => moving(db, move).returningAll())

export type MovedPort = Pick<Port, 'id' | 'device_id' | 'device_owner'>

/**
 * Moves those of these ports to `to` whose status is one of `from`, that are still bound to the host and not the service's
 * own; their revisions count up with it. Gives those that were moved.
 */
export const movePorts = async (db: Db, move: Move): Promise<MovedPort[]> =>
  move.ids.length === 0 ? [] : moveAndTell(db, move)

/** The same, and gives all of those that were moved but their tags. */
export const moveWholePorts = async (db: Db, move: Move): Promise<Port[]> =>
  ports.read(
    db,
    move.ids.length === 0 ? [] : await moveAndRead(db, move),
    (attribute) => attribute !== 'tags',
  )
