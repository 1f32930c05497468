import { allOrNone } from '@nimbo/db/all-or-none'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { putOffFlow, removeUnbegun } from '@nimbo/durable/unbegun-flows'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { FlowId, ServerId } from '@nimbo/kernel/ids'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { withdrawRequestFlow } from '../../domain/flow-kinds.ts'
import type { MadeForRequest } from '../../domain/server-actions/operations.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from './action-deps.ts'

/** How long after a sign of life the request counts as dead, and the interval between two signs of life. */
const diesAfterMs = 10_000
const signOfLifeMs = 3_000

/**
 * A request that creates something in another service; what it created is removed at its end unless the purpose was
 * recorded.
 */
export interface Unrecorded extends AsyncDisposable {
  /** Creates the thing, or a part of it. */
  make<Made>(create: () => Promise<Made>, unmake: (made: Made) => Promise<unknown>): Promise<Made>
  /**
   * To be called in the transaction that records the purpose. Throws `RequestTakenBack` when a flow has begun to remove
   * what was created.
   */
  record(trx: Kysely<CellTables>): Promise<void>
  /** To be called once that transaction is committed. */
  keep(): void
}

/** Whether a service refused the request, so that it created nothing. */
const wasRefused = (error: unknown): boolean => isRemote(error) && Number(error.details.status) < 500

/** What is written in the transactions that announce the request and that take it back. */
interface Written {
  /** Calls `insert` in a transaction. */
  announce(insert: (cell: Kysely<CellTables>) => Promise<FlowId>): Promise<FlowId>
  takeBack(trx: Kysely<CellTables>): Promise<void>
}

interface Making {
  readonly serverId: ServerId
  readonly cellId: string
  /** The name of the action that needs the thing. */
  readonly action: string
  readonly made: MadeForRequest
}

/**
 * Announces that this request is about to create something: if its process dies, a flow removes that some seconds
 * later. The flow finds an image by its id, anything else by its server, whose task an image of volumes is, too. So only
 * one request at a time creates such things for a server; others are refused, as while a device is being plugged.
 */
export const untilRecorded =
  ({ databases, clock, log }: Pick<ActionDeps, 'databases' | 'clock' | 'log'>) =>
  async (
    ctx: Context,
    { serverId, cellId, action, made }: Making,
    written?: Written,
  ): Promise<Unrecorded> => {
    const cell = await databases.cell(cellId)
    const subject = made.kind === 'image' ? made.imageId : serverId
    const input = { serverId, made }
    const insert = (db: Kysely<CellTables>) =>
      insertFlow(db, withdrawRequestFlow, { subject, input, ctx, clock, beginsInMs: diesAfterMs })
    const id = await (written?.announce(insert) ?? insert(cell)).catch((error: unknown) => {
      if (!isFault(error, 'FlowActive')) throw error
      throw errors.WrongState({ action, id: serverId, attribute: 'task_state', state: 'None' })
    })
    const putOff = (): Promise<boolean> => putOffFlow(cell, clock, { id, ms: diesAfterMs })
    let isKept = false
    // Undefined while this request cannot know whether something was created: then the flow looks for it.
    let unmakings: readonly (() => Promise<unknown>)[] | undefined = []
    let stop = () => {}
    const live = (): void => {
      stop = clock.after(signOfLifeMs, () => {
        putOff().catch((error: unknown) =>
          log.warn({ serverId, error }, 'a request could not record a sign of life'),
        )
        live()
      })
    }
    live()
    return {
      make: async (create, remove) => {
        const before = unmakings
        unmakings = undefined
        try {
          const created = await create()
          if (before !== undefined) unmakings = [() => remove(created), ...before]
          return created
        } catch (error) {
          if (wasRefused(error)) unmakings = before
          throw error
        }
      },
      record: async (trx) => {
        if (!(await removeUnbegun(trx, id))) throw errors.RequestTakenBack({ id: serverId })
      },
      keep: () => {
        isKept = true
      },
      [Symbol.asyncDispose]: async () => {
        stop()
        if (isKept) return
        try {
          // If the flow is gone, the purpose was recorded after all, though the database's answer was lost.
          if (unmakings === undefined || !(await putOff())) return
          for (const unmake of unmakings) await unmake()
          await allOrNone(cell, async (trx) => {
            if (await removeUnbegun(trx, id)) await written?.takeBack(trx)
          })
        } catch (error) {
          log.warn(
            { serverId, error, made: made.kind },
            'a flow will remove a little later what a failed request created',
          )
        }
      },
    }
  }
