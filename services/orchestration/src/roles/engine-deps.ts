import type { ServiceHost } from '@nimbo/service/service-host'
import type { FlowId } from '@nimbo/kernel/ids'
import { clientsOf } from '../app/clients-of.ts'
import type { StackNotices } from '../app/stacks/stack-notices.ts'
import { type Trusts, trusts } from '../app/trusts.ts'
import type { HeatConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Stack } from '../db/stacks.ts'
import type { EngineDeps } from '../flows/deps.ts'
import { resourceTypes } from '../resource-types/all.ts'
import { resourceSignals } from './resource-signals.ts'

export const types = new Map(resourceTypes.map((type) => [type.type, type]))

export const trustsOf = (host: ServiceHost, { DEFAULT }: HeatConfig): Trusts =>
  trusts({
    transport: host.transport,
    credentials: host.credentials('heat'),
    clock: host.clock,
    delegated: DEFAULT.trusts_delegated_roles,
  })

interface Given {
  readonly db: Db
  readonly config: HeatConfig
  readonly notices: StackNotices
  readonly trusts: Trusts
  wake(flowId: FlowId): void
}

/** What the engine works with; whoever looks at a stack works with it, too. */
export const engineDeps = (host: ServiceHost, { trusts: held, ...given }: Given): EngineDeps => ({
  ...given,
  clock: host.clock,
  log: host.log,
  types,
  clientsOf: (ctx, { trust_id }) => clientsOf(host.transport, held.by(trust_id ?? ''))(ctx),
  signalsOf: resourceSignals(host, given.config),
  forgetOwner: async (ctx, stack: Stack) => {
    if (stack.trust_id === null) return
    try {
      await held.end(ctx, stack.trust_id)
    } catch (error) {
      host.log.warn({ error, stack: stack.id }, 'a trust could not be ended')
    }
  },
})
