import { type Trust, trust } from '@nimbo/contracts/identity/trusts'
import { repository } from '@nimbo/resource/rows/repository'
import type { Kysely } from 'kysely'
import { seenByAll } from '../../db/paged.ts'
import type { IdentityTables } from '../../db/tables.ts'

type Db = Kysely<IdentityTables>

export const trusts = repository(trust, seenByAll)

/** The trust, unless it has expired. */
export const livingTrust = async (db: Db, id: string, now: number): Promise<Trust | undefined> => {
  const kept = await trusts.get(db, 'all', id)
  return kept && (kept.expires_at === null || Date.parse(kept.expires_at) > now) ? kept : undefined
}

/** The trusts that a trust was redelegated from, nearest first. */
export const ancestorsOf = async (db: Db, { redelegated_trust_id: id }: Trust): Promise<Trust[]> => {
  const parent = id === null ? undefined : await trusts.get(db, 'all', id)
  return parent ? [parent, ...(await ancestorsOf(db, parent))] : []
}

/** The roles that a trust delegates. */
export const roleIdsOfTrust = async (db: Db, trustId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('trust_roles')
    .select('role_id')
    .where('trust_id', '=', trustId)
    .orderBy('role_id')
    .limit(1000)
    .execute()
  return rows.map(({ role_id }) => role_id)
}

export const insertTrust = async (db: Db, made: Trust, roleIds: readonly string[]): Promise<void> => {
  await trusts.insert(db, made)
  if (roleIds.length === 0) return
  const values = roleIds.map((role_id) => ({ trust_id: made.id, role_id }))
  await db.insertInto('trust_roles').values(values).execute()
}

/** Decrements a trust's remaining uses; returns false if there are none left. Concurrent calls each take one. */
export const takeUse = async (db: Db, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('trusts')
    .set((eb) => ({ remaining_uses: eb('remaining_uses', '-', 1) }))
    .where('id', '=', id)
    .where('remaining_uses', '>', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes expired trusts, and returns how many. */
export const purgeTrusts = async (db: Db, now: string): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('trusts')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
