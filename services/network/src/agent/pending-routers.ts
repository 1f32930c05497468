import { type Context, internalContext } from '@nimbo/kernel/context'

/** What an agent that runs routers has yet to look at: some of them, with the request they changed in, or all. */
export interface PendingRouters {
  router(id: string, ctx: Context): void
  everything(): void
  /** Takes what is pending; what fails must be put back. */
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

/** The request a change of a router belongs to; the agent's own round when there is none. */
export const requestOf = (changes: ReadonlyMap<string, Context>, id: string): Context =>
  changes.get(id) ?? internalContext()
