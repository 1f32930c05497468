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
  /** Whether to include ports of distributed routers, which exist on several hosts. */
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
 * Changes the status of these ports to `to` if it is one of `from` and they are still bound to the host, and increments
 * their revisions. Returns the changed ones.
 */
export const movePorts = async (db: Db, move: Move): Promise<MovedPort[]> =>
  move.ids.length === 0 ? [] : moveAndTell(db, move)

/** Like {@link movePorts}, but returns the changed ports with everything except tags. */
export const moveWholePorts = async (db: Db, move: Move): Promise<Port[]> =>
  ports.read(
    db,
    move.ids.length === 0 ? [] : await moveAndRead(db, move),
    (attribute) => attribute !== 'tags',
  )
