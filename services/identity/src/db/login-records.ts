import type { Kysely } from 'kysely'
import { inPortions } from './in-portions.ts'
import type { IdentityTables, LoginRecordRow } from './tables.ts'

const none = { failed_attempts: 0, last_failed_at: null, last_active_on: null }

/** Failed logins and the last active day of each user. */
export const loginRecords = (db: Kysely<IdentityTables>) => ({
  async find(userId: string): Promise<LoginRecordRow | undefined> {
    return db.selectFrom('login_records').selectAll().where('user_id', '=', userId).executeTakeFirst()
  },

  async findMany(userIds: readonly string[]): Promise<readonly LoginRecordRow[]> {
    const found: LoginRecordRow[] = []
    for (const some of inPortions(userIds))
      found.push(
        ...(await db
          .selectFrom('login_records')
          .selectAll()
          .where('user_id', 'in', some)
          .orderBy('user_id')
          .limit(some.length)
          .execute()),
      )
    return found
  },

  /** Increments in one statement, so that concurrent failures are all counted. */
  async countFailure(userId: string, at: string): Promise<void> {
    await db
      .insertInto('login_records')
      .values({ ...none, user_id: userId, failed_attempts: 1, last_failed_at: at })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({
          failed_attempts: eb('login_records.failed_attempts', '+', 1),
          last_failed_at: at,
        })),
      )
      .execute()
  },

  async forgetFailures(userId: string): Promise<void> {
    await db.updateTable('login_records').set({ failed_attempts: 0 }).where('user_id', '=', userId).execute()
  },

  /** `day` is a date: `2026-01-31`. */
  async noteActive(userId: string, day: string): Promise<void> {
    await db
      .insertInto('login_records')
      .values({ ...none, user_id: userId, last_active_on: day })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_active_on: day }))
      .execute()
  },
})
