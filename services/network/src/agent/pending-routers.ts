import { type Context, internalContext } from '@nimbo/kernel/context'

/**
 * Routers that the L3 agent still has to process: some, each with the context of the request that changed it, or all.
 */
export interface PendingRouters {
  router(id: string, ctx: Context): void
  everything(): void
  /** Takes what is pending; the caller puts back what fails. */
  take(): { readonly all: boolean; readonly routers: ReadonlyMap<string, Context> }
}

export const pendingRouters = (): PendingRouters => {
  let routers = new Map<string, Context>()
  let all = false
  return {
    router: (id, ctx) => void routers.set(id, ctx),
    everything: () => {
      all = true
    },
    take: () => {
      const taken = { all, routers }
      routers = new Map()
      all = false
      return taken
    },
  }
}

/** The context of the request to which a change belongs; the agent's own context if there is none. */
export const requestOf = (changes: ReadonlyMap<string, Context>, id: string): Context =>
  changes.get(id) ?? internalContext()
