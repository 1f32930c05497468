import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { CellTables, InstanceActionEventRow, InstanceActionRow } from './cell-tables.ts'

/** How a part of an action ended. */
export interface EventEnd {
  readonly result: 'Success' | 'Error'
  readonly message?: string
  readonly traceback?: string
}

/** Narrows a list of actions; instants are ISO 8601 text. */
export interface ActionPage {
  readonly limit: number
  readonly marker?: InstanceActionRow
  readonly changesSince?: string
  readonly changesBefore?: string
}

const mostEvents = 200

/** What was asked of servers. */
const beginActions = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Records that `action` began by the request in `ctx`; once, however often it is called. */
  begin: async (ctx: Context, serverId: string, action: string): Promise<void> => {
    await db
      .insertInto('instance_actions')
      .values({
        id: newId(),
        server_id: serverId,
        action,
        request_id: ctx.requestId,
        project_id: ctx.projectId ?? '',
        user_id: ctx.userId ?? '',
        message: null,
        start_time: timestamp(clock),
        updated_at: timestamp(clock),
      })
      .onConflict((conflict) => conflict.columns(['server_id', 'request_id', 'action']).doNothing())
      .execute()
  },
})

/** The id of the action that a request asked of a server; none where it asked for nothing. */
const idOf = (db: Kysely<CellTables>, serverId: string, requestId: string) =>
  db
    .selectFrom('instance_actions as asked')
    .select('asked.id')
    .where('asked.server_id', '=', serverId)
    .where('asked.request_id', '=', requestId)
    .orderBy('asked.start_time', 'desc')
    .orderBy('asked.id')
    .limit(1)

/** The parts an action takes. */
const recordEvents = (db: Kysely<CellTables>, clock: Clock) => ({
  /**
   * Records that a part (`compute__do_build_and_run_instance`) began on a host, unless it has begun there and not ended;
   * without such an action nothing happens.
   */
  beginEvent: async (
    ctx: Context,
    serverId: string,
    { event, host }: { readonly event: string; readonly host?: string },
  ): Promise<void> => {
    await db
      .insertInto('instance_action_events')
      .columns(['id', 'action_id', 'event', 'host', 'start_time'])
      .expression(
        db
          .selectFrom('instance_actions')
          .where('id', '=', idOf(db, serverId, ctx.requestId))
          .select((eb) => [
            eb.val(newId()).as('id'),
            'instance_actions.id as action_id',
            eb.val(event).as('event'),
            eb.val(host ?? null).as('host'),
            eb.val(timestamp(clock)).as('start_time'),
          ])
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('instance_action_events as begun')
                  .select('begun.id')
                  .whereRef('begun.action_id', '=', 'instance_actions.id')
                  .where('begun.event', '=', event)
                  .where('begun.host', host === undefined ? 'is' : '=', host ?? null)
                  .where('begun.finish_time', 'is', null),
              ),
            ),
          ),
      )
      .execute()
  },

  /** Ends the part's unfinished records; an error also becomes the action's message. */
  endEvent: async (ctx: Context, serverId: string, event: string, end: EventEnd): Promise<void> => {
    const now = timestamp(clock)
    await db
      .updateTable('instance_action_events')
      .set({ finish_time: now, result: end.result, traceback: end.traceback ?? null })
      .where('action_id', '=', idOf(db, serverId, ctx.requestId))
      .where('event', '=', event)
      .where('finish_time', 'is', null)
      .execute()
    await db
      .updateTable('instance_actions')
      .set({
        updated_at: now,
        ...(end.result === 'Error' ? { message: end.message ?? 'Error' } : {}),
      })
      .where('id', '=', idOf(db, serverId, ctx.requestId))
      .execute()
  },
})

/** Actions and their parts as they are told. */
const readActions = (db: Kysely<CellTables>) => ({
  /** Newest first. */
  list: async (serverId: string, page: ActionPage): Promise<readonly InstanceActionRow[]> => {
    let query = db
      .selectFrom('instance_actions')
      .selectAll()
      .where('server_id', '=', serverId)
      .orderBy('start_time', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
    const { marker, changesSince, changesBefore } = page
    if (marker)
      query = query.where(({ or, and, eb }) =>
        or([
          eb('start_time', '<', marker.start_time),
          and([eb('start_time', '=', marker.start_time), eb('id', '<', marker.id)]),
        ]),
      )
    if (changesSince) query = query.where('updated_at', '>=', changesSince)
    if (changesBefore) query = query.where('updated_at', '<=', changesBefore)
    return query.execute()
  },

  find: (serverId: string, requestId: string): Promise<InstanceActionRow | undefined> =>
    db
      .selectFrom('instance_actions')
      .selectAll()
      .where('server_id', '=', serverId)
      .where('request_id', '=', requestId)
      .orderBy('start_time')
      .executeTakeFirst(),

  /** Newest first. */
  events: (actionId: string): Promise<InstanceActionEventRow[]> =>
    db
      .selectFrom('instance_action_events')
      .selectAll()
      .where('action_id', '=', actionId)
      .orderBy('start_time', 'desc')
      .orderBy('id', 'desc')
      .limit(mostEvents)
      .execute(),
})

/** What was asked of a cell's servers, and the parts it took: `os-instance-actions`. */
export const instanceActions = (db: Kysely<CellTables>, clock: Clock) => ({
  ...beginActions(db, clock),
  ...recordEvents(db, clock),
  ...readActions(db),
})
