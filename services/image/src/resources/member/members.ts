import type { Kysely } from 'kysely'
import type { ImageTables, MemberRow } from '../../db/tables.ts'

const mostMembers = 10_000

/** Members: projects that an image is shared with. */
export const members = (db: Kysely<ImageTables>) => ({
  list: (imageId: string): Promise<MemberRow[]> =>
    db
      .selectFrom('image_members')
      .selectAll()
      .where('image_id', '=', imageId)
      .orderBy('created_at')
      .limit(mostMembers)
      .execute(),

  find: (imageId: string, memberId: string): Promise<MemberRow | undefined> =>
    db
      .selectFrom('image_members')
      .selectAll()
      .where('image_id', '=', imageId)
      .where('member_id', '=', memberId)
      .executeTakeFirst(),

  /** Inserts a member; false if the project is a member already. */
  insert: async (row: MemberRow): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('image_members')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  setStatus: async (
    imageId: string,
    memberId: string,
    status: MemberRow['status'],
    now: string,
  ): Promise<void> => {
    await db
      .updateTable('image_members')
      .set({ status, updated_at: now })
      .where('image_id', '=', imageId)
      .where('member_id', '=', memberId)
      .execute()
  },

  remove: async (imageId: string, memberId: string): Promise<void> => {
    await db
      .deleteFrom('image_members')
      .where('image_id', '=', imageId)
      .where('member_id', '=', memberId)
      .execute()
  },
})

export type Members = ReturnType<typeof members>
