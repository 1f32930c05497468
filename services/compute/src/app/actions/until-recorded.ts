import { insertFlow } from '@nimbo/durable/insert-flow'
import { putOffFlow, removeUnbegun } from '@nimbo/durable/unbegun-flows'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { withdrawRequestFlow } from '../../domain/flow-kinds.ts'
import type { MadeForRequest } from '../../domain/server-actions/operations.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from './action-deps.ts'

/** How long after a sign of life the request counts as dead, and how often it gives one. */
const diesAfterMs = 10_000
const signOfLifeMs = 3_000

/** A request that makes something in another service; unless it comes to record what for, that is taken back at its end. */
export interface Unrecorded extends AsyncDisposable {
  /** Makes it, or a part of it. */
  make<Made>(create: () => Promise<Made>, unmake: (made: Made) => Promise<unknown>): Promise<Made>
  /** In the transaction that records what it is for. Throws when it is taken back by then. */
  record(trx: Kysely<CellTables>): Promise<void>
  /** That transaction is committed. */
  keep(): void
}

/** Whether a service answered that it makes nothing. */
const wasRefused = (error: unknown): boolean => isRemote(error) && Number(error.details.status) < 500

interface Making {
  readonly serverId: ServerId
  readonly cellId: string
  /** The name of the action that it is for. */
  readonly action: string
  readonly made: MadeForRequest
}

/**
 * Announces that this request makes something, before it does: if its process dies, a flow takes it back some seconds later. An
 * image has an id, whatever else is found by its server: so only one request at a time makes such for a server, and others are
 * refused as while a device is being plugged.
 */
export const untilRecorded =
  ({ databases, clock, log }: Pick<ActionDeps, 'databases' | 'clock' | 'log'>) =>
  async (ctx: Context, { serverId, cellId, action, made }: Making): Promise<Unrecorded> => {
    const cell = await databases.cell(cellId)
    const subject = 'imageId' in made ? made.imageId : serverId
    const input = { serverId, made }
    const id = await insertFlow(cell, withdrawRequestFlow, {
      ...{ subject, input, ctx, clock, beginsInMs: diesAfterMs },
    }).catch((error: unknown) => {
      if (!isFault(error, 'FlowActive')) throw error
      throw errors.WrongState({ action, id: serverId, attribute: 'task_state', state: 'None' })
    })
    const putOff = (): Promise<boolean> => putOffFlow(cell, clock, { id, ms: diesAfterMs })
    let isKept = false
    // Undefined while it is not known whether there is something to take back: then the flow looks.
    let unmakings: readonly (() => Promise<unknown>)[] | undefined = []
    let stop = () => {}
    const live = (): void => {
      stop = clock.after(signOfLifeMs, () => {
        putOff().catch((error: unknown) => log.warn({ serverId, error }, 'a request gave no sign of life'))
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
          // It is recorded after all if the flow is gone, though the database did not say so.
          if (unmakings === undefined || !(await putOff())) return
          for (const unmake of unmakings) await unmake()
          await removeUnbegun(cell, id)
        } catch (error) {
          log.warn({ serverId, error, made: made.kind }, 'what a request made is taken back a little later')
        }
      },
    }
  }
