import type { Context } from '@nimbo/kernel/context'
import type { ComputeApiDeps } from '../app.ts'

/** Notifies the conductor of a flow in a cell. The flow is recorded, so a lost notification only delays it. */
export const wakeConductor =
  ({ conductor, log }: Pick<ComputeApiDeps, 'conductor' | 'log'>) =>
  async (ctx: Context, order: Parameters<typeof conductor.flowRequested>[1]): Promise<void> => {
    try {
      await conductor.flowRequested(ctx, order)
    } catch (error) {
      log.warn({ error, ...order }, 'the conductor was not notified of a flow')
    }
  }
