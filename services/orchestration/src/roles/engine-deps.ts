import type { ServiceHost } from '@nimbo/service/service-host'
import type { FlowId } from '@nimbo/kernel/ids'
import { clientsOf } from '../app/clients-of.ts'
import type { StackNotices } from '../app/stacks/stack-notices.ts'
import { type Trusts, trusts } from '@nimbo/clients/trusts'
import { type HeatConfig, sealingOf } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Stack } from '../db/stacks.ts'
import type { EngineDeps } from '../flows/deps.ts'
import { postToQueue } from '../app/zaqar-queues.ts'
import { resourceTypes } from '../resource-types/all.ts'
import { stackUsers, type StackUsers } from '../app/stack-users.ts'
import { resourceSignals } from './resource-signals.ts'
import { forgettingUsers } from './resource-user.ts'

export const types = new Map(resourceTypes.map((type) => [type.type, type]))

export const trustsOf = (host: ServiceHost, { DEFAULT }: HeatConfig): Trusts =>
  trusts({
    transport: host.transport,
    credentials: host.credentials('heat'),
    clock: host.clock,
    delegated: DEFAULT.trusts_delegated_roles,
  })

const usersOf = (host: ServiceHost, { DEFAULT }: HeatConfig): StackUsers =>
  stackUsers({
    transport: host.transport,
    credentials: host.credentials('heat'),
    clock: host.clock,
    domain: { id: DEFAULT.stack_user_domain_id, name: DEFAULT.stack_user_domain_name },
  })

interface Given {
  readonly db: Db
  readonly config: HeatConfig
  readonly notices: StackNotices
  readonly trusts: Trusts
  wake(flowId: FlowId): void
}

/** The engine's dependencies, which reads of a stack use too. */
export const engineDeps = (host: ServiceHost, { trusts: held, ...given }: Given): EngineDeps => {
  const users = usersOf(host, given.config)
  const { db, config } = given
  return {
    ...given,
    clock: host.clock,
    log: host.log,
    sealing: sealingOf(config),
    types,
    clientsOf: (ctx, { trust_id }) => clientsOf(host.transport, held.by(trust_id ?? ''))(ctx),
    ...forgettingUsers({ db, users, log: host.log }),
    signalsOf: resourceSignals(host, { db, config, users }),
    sendToSink: (ctx, { trust_id }, { target, ttl }, messages) =>
      postToQueue(host.transport, ctx, held.by(trust_id ?? ''), { target, ttl, messages }),
    forgetOwner: async (ctx, stack: Stack) => {
      if (stack.trust_id === null) return
      try {
        await held.end(ctx, stack.trust_id)
      } catch (error) {
        host.log.warn({ error, stack: stack.id }, 'a trust could not be deleted')
      }
    },
  }
}
