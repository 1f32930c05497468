import type { FlowKind } from '@nimbo/durable/flow'
import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { type Accepted, acceptAction } from './accept-action.ts'
import type { ActionDeps } from './action-deps.ts'
import { wakeConductor } from './wake-conductor.ts'

/** An action to accept, and the flow that performs it. */
export interface TakenOn<Input extends object>
  extends Pick<Accepted<unknown>, 'action' | 'changes' | 'where'> {
  readonly flow: FlowKind<Input>
  readonly input: NoInfer<Input>
  /** Further writes in the same transaction. */
  readonly also?: (trx: Kysely<CellTables>) => Promise<void>
}

/** Accepts an action with its flow, like {@link acceptAction}, then notifies the conductor. */
export const takeOn = (deps: ActionDeps) => {
  const { clock } = deps
  const accept = acceptAction(deps)
  const tell = wakeConductor(deps)
  return async <Input extends object>(
    ctx: Context,
    located: LocatedServer,
    { flow, input, also, ...asked }: TakenOn<Input>,
  ): Promise<void> => {
    const { server, cellId } = located
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const flowId = await accept(ctx, located, {
      ...asked,
      write: async (trx) => {
        await also?.(trx)
        return insertFlow(trx, flow, { subject: server.id, input, ctx, clock })
      },
    })
    await tell(ctx, { cellId, flowId })
  }
}
