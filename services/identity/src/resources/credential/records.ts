import { credential } from '@nimbo/contracts/identity/credentials'
import { repository } from '@nimbo/resource/rows/repository'
import type { Kysely } from 'kysely'
import { seenByAll } from '../../db/paged.ts'
import type { IdentityTables } from '../../db/tables.ts'

export const credentials = repository(credential, seenByAll)

/** The number of credentials of a user. */
export const countCredentials = async (db: Kysely<IdentityTables>, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
