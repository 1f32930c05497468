import type { Kysely } from 'kysely'
import type { ImageTables, TaskRow } from '../../db/tables.ts'
import type { Viewer } from '../image/images.ts'

export interface TaskPage {
  readonly type?: string
  readonly status?: string
  readonly sort: 'created_at' | 'updated_at' | 'expires_at' | 'id' | 'status' | 'type'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  /** The last task of the previous page. */
  readonly after: TaskRow | undefined
}

/** The attributes that change when a task ends. */
export type TaskEnd = Pick<TaskRow, 'status' | 'message' | 'result' | 'expires_at' | 'updated_at'>

/** Tasks that have not expired. */
export const tasks = (db: Kysely<ImageTables>) => {
  const shown = (now: string, { projectId = '', isAdmin }: Viewer) =>
    db
      .selectFrom('tasks')
      .selectAll()
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .$if(!isAdmin, (query) => query.where('owner', '=', projectId))
  return {
    insert: async (row: TaskRow): Promise<void> => {
      await db.insertInto('tasks').values(row).execute()
    },

    find: (id: string, now: string, viewer: Viewer): Promise<TaskRow | undefined> =>
      shown(now, viewer).where('id', '=', id).executeTakeFirst(),

    list: (now: string, viewer: Viewer, page: TaskPage): Promise<TaskRow[]> => {
      const { sort, direction, after } = page
      const beyond = direction === 'asc' ? '>' : '<'
      return shown(now, viewer)
        .$if(page.type !== undefined, (query) => query.where('type', '=', page.type as TaskRow['type']))
        .$if(page.status !== undefined, (query) =>
          query.where('status', '=', page.status as TaskRow['status']),
        )
        .$if(after !== undefined, (query) =>
          query.where((eb) => {
            const last = after?.[sort] ?? ''
            return eb.or([
              eb(sort, beyond, last),
              eb.and([eb(sort, '=', last), eb('id', beyond, after?.id ?? '')]),
            ])
          }),
        )
        .orderBy(sort, direction)
        .orderBy('id', direction)
        .limit(page.limit)
        .execute()
    },

    ofImage: (imageId: string, now: string, limit: number): Promise<TaskRow[]> =>
      shown(now, { projectId: undefined, isAdmin: true })
        .where('image_id', '=', imageId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Sets a task to `processing` and returns it; undefined if it had begun before. */
    begin: (id: string, now: string): Promise<TaskRow | undefined> =>
      db
        .updateTable('tasks')
        .set({ status: 'processing', updated_at: now })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirst(),

    /** Ends a task and returns it; undefined if it had ended before. */
    end: (id: string, end: TaskEnd): Promise<TaskRow | undefined> =>
      db
        .updateTable('tasks')
        .set(end)
        .where('id', '=', id)
        .where('status', 'in', ['pending', 'processing'])
        .returningAll()
        .executeTakeFirst(),

    removeExpired: async (now: string): Promise<void> => {
      await db.deleteFrom('tasks').where('expires_at', '<=', now).execute()
    },
  }
}

export type Tasks = ReturnType<typeof tasks>
