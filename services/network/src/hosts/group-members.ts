import { createHash } from 'node:crypto'
import type { GroupMembers, MembersChange } from '@nimbo/contracts/network/agent-rpc'
import type { Clock } from '@nimbo/kernel/clock'
import { addressesOfMembers } from '../resources/security-group/addresses-of-members.ts'
import type { Db } from '../tables.ts'

/** The members of security groups as this server last sent them to hosts. */
export interface SentMembers {
  /** Members of these groups: as sent recently, or else read from the database. */
  of(db: Db, groupIds: readonly string[]): Promise<readonly GroupMembers[]>
  /** Members read from the database. */
  now(db: Db, groupIds: readonly string[]): Promise<readonly GroupMembers[]>
  /** Reads the members again, and returns the differences to the members sent last, without unchanged groups. */
  renew(db: Db, groupIds: readonly string[]): Promise<readonly MembersChange[]>
}

/** How long sent members may be sent again. A change reaches all hosts within a second. */
const lateMs = 5_000
const mostGroups = 1_000

interface Told extends GroupMembers {
  readonly readAt: number
}

const digestOf = (addresses: readonly string[]): string =>
  createHash('sha256').update(addresses.join()).digest('base64url').slice(0, 22)

const changeOf = (before: Told | undefined, now: Told): MembersChange => {
  if (!before) return { id: now.id, before: null, after: now.digest, added: [], removed: [] }
  const [old, current] = [new Set(before.addresses), new Set(now.addresses)]
  return {
    id: now.id,
    before: before.digest,
    after: now.digest,
    added: now.addresses.filter((address) => !old.has(address)),
    removed: before.addresses.filter((address) => !current.has(address)),
  }
}

/** Keeps the most recently used groups. */
const keptGroups = () => {
  const kept = new Map<string, Told>()
  return {
    get: (id: string) => kept.get(id),
    drop: (id: string) => kept.delete(id),
    keep: (members: Told): void => {
      kept.delete(members.id)
      kept.set(members.id, members)
      for (const id of kept.keys()) {
        if (kept.size <= mostGroups) return
        kept.delete(id)
      }
    },
  }
}

/** Reads the members of a group once per change, however many hosts request them. */
export const sentMembers = (clock: Clock): SentMembers => {
  /** The members to which differences refer; every host that missed no change has them. */
  const told = keptGroups()
  /** Members that were sent to single hosts in addition. */
  const given = keptGroups()

  const read = async (db: Db, groupIds: readonly string[]): Promise<readonly Told[]> => {
    if (groupIds.length === 0) return []
    const readAt = clock.now()
    const found = await addressesOfMembers(db, groupIds)
    return groupIds.map((id) => {
      const addresses = found.get(id) ?? []
      return { id, addresses, digest: digestOf(addresses), readAt }
    })
  }
  const lately = (id: string): Told | undefined => {
    const members = given.get(id) ?? told.get(id)
    return members && clock.now() - members.readAt < lateMs ? members : undefined
  }

  return {
    of: async (db, groupIds) => {
      const late = groupIds.filter((id) => !lately(id))
      const fresh = await read(db, late)
      for (const members of fresh) given.keep(members)
      return [...groupIds.flatMap((id) => (late.includes(id) ? [] : (lately(id) ?? []))), ...fresh]
    },
    now: async (db, groupIds) => {
      const fresh = await read(db, groupIds)
      for (const members of fresh) given.keep(members)
      return fresh
    },
    renew: async (db, groupIds) => {
      const fresh = await read(db, groupIds)
      return fresh.flatMap((now) => {
        const before = told.get(now.id)
        told.keep(now)
        given.drop(now.id)
        return before?.digest === now.digest ? [] : [changeOf(before, now)]
      })
    },
  }
}
