import { allOrNone } from '@nimbo/db/all-or-none'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { instances } from '../../db/servers/instances.ts'
import { type MemberPlace, serverGroups } from '../../db/server-groups.ts'
import {
  countedByHost,
  type GroupHosts,
  groupRefusal,
  placeOf,
  type RequestedGroup,
  type SeenMember,
} from '../../domain/server-groups/server-group-rules.ts'
import { everyCell } from '../every-cell.ts'
import { holdsServerFlow, type ServerLease } from '../servers/holds-server-flow.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

/** The members of a group as their cells know them, by id. */
export type SeenMembers = ReadonlyMap<string, SeenMember>

const fields = ['id', 'vmState', 'host'] as const

/** The members of a group in all cells that answer. */
export const seenMembers =
  ({ databases, clock }: Deps) =>
  async (groupId: string): Promise<SeenMembers> => {
    const ids = await serverGroups(databases.api, clock).membersOf(groupId)
    const found = await everyCell({ databases }, (cell) => instances(cell, clock).findParts(ids, fields))
    return new Map(found.map(({ id, ...member }) => [id, member]))
  }

const hostsOfOthers = (places: readonly MemberPlace[], seen: SeenMembers, serverId: string): GroupHosts =>
  countedByHost(
    places
      .filter((place) => place.serverId !== serverId)
      .map((place) => placeOf(place.host, seen.get(place.serverId))),
  )

/** The hosts of the other members of a server's group. */
export const groupHosts =
  ({ databases, clock }: Deps) =>
  async (groupId: string, serverId: string, seen: SeenMembers): Promise<GroupHosts> =>
    hostsOfOthers(await serverGroups(databases.api, clock).placesIn(groupId), seen, serverId)

export interface WantedPlace {
  readonly serverId: string
  readonly group: RequestedGroup
  readonly host: string
  /** The lease under which the caller runs the server's flow. */
  readonly lease: ServerLease
  readonly seen: SeenMembers
}

/** `passed over`: another worker has taken over the lease. */
export type TakenPlace = 'taken' | 'refused' | 'passed over'

/**
 * Reserves a host for a member of a group unless the group's policy forbids it. Concurrent callers, in any process,
 * each see the reservations made before.
 */
export const takeGroupPlace =
  ({ databases, clock }: Deps) =>
  ({ serverId, group, host, lease, seen }: WantedPlace): Promise<TakenPlace> =>
    allOrNone(databases.api, async (trx) => {
      await takingRows(
        trx,
        trx.selectFrom('instance_groups').select('id').where('id', '=', group.id),
      ).execute()
      if (!(await holdsServerFlow(databases, lease, trx))) return 'passed over'
      const groups = serverGroups(trx, clock)
      const others = hostsOfOthers(await groups.placesIn(group.id), seen, serverId)
      if (groupRefusal(group, host, others) !== undefined) return 'refused'
      await groups.setPlace(serverId, host)
      return 'taken'
    })
