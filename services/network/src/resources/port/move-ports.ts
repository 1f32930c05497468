import type { Port, PortStatus } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import type { Db } from '../../tables.ts'
import { dhcpOwner, routerDistributedOwner } from './device-owners.ts'
import { ports } from './ports.ts'

interface Move {
  readonly host: string
  readonly ids: readonly string[]
  readonly from: readonly PortStatus[]
  readonly to: PortStatus
  readonly updatedAt: string
  /** Whether ports are meant too that all hosts of a network have, for a router. */
  readonly shared?: boolean
}

const moving = (db: Db, { host, ids, from, to, updatedAt, shared = false }: Move) =>
  db
    .updateTable('ports')
    .set((set) => ({
      status: to,
      updated_at: updatedAt,
      revision_number: set('revision_number', '+', 1),
    }))
    .where('id', 'in', ids)
    .where(({ eb, or }) =>
      shared
        ? or([eb('binding_host_id', '=', host), eb('device_owner', '=', routerDistributedOwner)])
        : eb('binding_host_id', '=', host),
    )
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
