import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { CellTables, InstanceActionEventRow, InstanceActionRow } from '../schema/cell-tables.ts'

/** The result of an event. */
export interface EventEnd {
  readonly result: 'Success' | 'Error'
  readonly message?: string
  readonly traceback?: string
}

/** Filters of a list of actions; instants are ISO 8601 text. */
export interface ActionPage {
  readonly limit: number
  readonly marker?: InstanceActionRow
  readonly changesSince?: string
  readonly changesBefore?: string
}

const mostEvents = 200

const insertAction = prepared((db: Kysely<CellTables>, { row }: { readonly row: InstanceActionRow }) =>
  db
    .insertInto('instance_actions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['server_id', 'request_id', 'action']).doNothing()),
)

/** Creates actions. */
const beginActions = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Records that the request in `ctx` started `action`. Idempotent. */
  begin: async (ctx: Context, serverId: string, action: string): Promise<void> => {
    const row = {
      id: newId(),
      server_id: serverId,
      action,
      request_id: ctx.requestId,
      project_id: ctx.projectId ?? '',
      user_id: ctx.userId ?? '',
      message: null,
      start_time: timestamp(clock),
      updated_at: timestamp(clock),
    }
    await insertAction(db, { row })
  },
})

/** A request and its server. */
interface Asking {
  readonly serverId: string
  readonly requestId: string
}

/** Selects the id of the action of a request; no row when it has none. */
const idOf = (db: Kysely<CellTables>, { serverId, requestId }: Asking) =>
  db
    .selectFrom('instance_actions as asked')
    .select('asked.id')
    .where('asked.server_id', '=', serverId)
    .where('asked.request_id', '=', requestId)
    .orderBy('asked.start_time', 'desc')
    .orderBy('asked.id')
    .limit(1)

interface Beginning extends Asking {
  readonly id: string
  readonly event: string
  readonly host: string | null
  readonly now: string
}

const insertEvent = prepared((db: Kysely<CellTables>, { id, event, host, now, ...asking }: Beginning) =>
  db
    .insertInto('instance_action_events')
    .columns(['id', 'action_id', 'event', 'host', 'start_time'])
    .expression(
      db
        .selectFrom('instance_actions')
        .where('id', '=', idOf(db, asking))
        .select((eb) => [
          eb.val(id).as('id'),
          'instance_actions.id as action_id',
          eb.val(event).as('event'),
          eb.val(host).as('host'),
          eb.val(now).as('start_time'),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('instance_action_events as begun')
                .select('begun.id')
                .whereRef('begun.action_id', '=', 'instance_actions.id')
                .where('begun.event', '=', event)
                .where('begun.host', host === null ? 'is' : '=', host)
                .where('begun.finish_time', 'is', null),
            ),
          ),
        ),
    ),
)

interface Ending extends Asking {
  readonly event: string
  readonly set: Partial<InstanceActionEventRow>
}

const endEvents = prepared((db: Kysely<CellTables>, { event, set, ...asking }: Ending) =>
  db
    .updateTable('instance_action_events')
    .set(set)
    .where('action_id', '=', idOf(db, asking))
    .where('event', '=', event)
    .where('finish_time', 'is', null),
)

interface Outcome extends Asking {
  readonly set: Partial<InstanceActionRow>
}

const changeAction = prepared((db: Kysely<CellTables>, { set, ...asking }: Outcome) =>
  db.updateTable('instance_actions').set(set).where('id', '=', idOf(db, asking)),
)

/** The events of an action. */
const recordEvents = (db: Kysely<CellTables>, clock: Clock) => ({
  /**
   * Records the start of an event (`compute__do_build_and_run_instance`) on a host, unless it is running there. Does
   * nothing for a request without an action. Resolves to whether the event was recorded.
   */
  beginEvent: async (
    ctx: Context,
    serverId: string,
    { event, host }: { readonly event: string; readonly host?: string },
  ): Promise<boolean> => {
    const asking = { serverId, requestId: ctx.requestId }
    const begun = { ...asking, id: newId(), event, host: host ?? null, now: timestamp(clock) }
    return (await insertEvent(db, begun)) > 0
  },

  /** Ends the running records of an event; an error also becomes the action's message. Resolves to whether there was one. */
  endEvent: async (ctx: Context, serverId: string, event: string, end: EventEnd): Promise<boolean> => {
    const now = timestamp(clock)
    const asking = { serverId, requestId: ctx.requestId }
    const ended = { finish_time: now, result: end.result, traceback: end.traceback ?? null }
    const count = await endEvents(db, { ...asking, event, set: ended })
    const told = end.result === 'Error' ? { message: end.message ?? 'Error' } : {}
    await changeAction(db, { ...asking, set: { updated_at: now, ...told } })
    return count > 0
  },
})

/** Reads actions and events. */
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

/** Actions on a cell's servers and their events: `os-instance-actions`. */
export const instanceActions = (db: Kysely<CellTables>, clock: Clock) => ({
  ...beginActions(db, clock),
  ...recordEvents(db, clock),
  ...readActions(db),
})
