import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { asUser, serviceTokens } from '@nimbo/clients/service-tokens'
import { heatEngineRpc } from '@nimbo/contracts/orchestration/heat-engine'
import type { Enforcer } from '@nimbo/policy/enforcer'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import type { ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import type { HeatApp } from '../app/app.ts'
import { signatureChecker } from '../app/check-signature.ts'
import { clientsOf } from '../app/clients-of.ts'
import type { StackNotices } from '../app/stacks/stack-notices.ts'
import { type HeatConfig, sealingOf } from '../config.ts'
import type { Db } from '../db/db.ts'
import { stackLook } from '../flows/look.ts'
import { rpcSpans } from '../rpc-spans.ts'
import { metadataUrlOf } from './resource-signals.ts'
import { engineDeps, trustsOf, types } from './engine-deps.ts'

interface Given {
  readonly db: Db
  readonly config: HeatConfig
  readonly notices: StackNotices
  readonly enforcer: Enforcer<string>
  readonly rules: ReadonlySet<string>
}

/** Makes the use cases' dependencies for an API process. */
export const heatApp = (host: ServiceHost, { enforcer, rules, ...given }: Given): HeatApp => {
  const observer = rpcSpans(tracer('heat-api', host.spans))
  const engines = rpcClient(host.bus, heatEngineRpc, { observer }).on()
  const trusts = trustsOf(host, given.config)
  const wake: HeatApp['wake'] = async (ctx, flowId) => {
    try {
      await engines.beginFlow(ctx, { flowId })
    } catch (error) {
      // The flow is in the database, and any engine's next poll finds it.
      host.log.warn({ error, flowId }, 'no engine could be notified of a flow')
    }
  }
  const deps = engineDeps(host, { ...given, trusts, wake: (flowId) => void wake(internalContext(), flowId) })
  const own = serviceTokens(host.transport, host.credentials('heat'), host.clock)
  return {
    ...given,
    sealing: sealingOf(given.config),
    ...{ clock: host.clock, log: host.log, types, trusts, wake },
    clients: clientsOf(host.transport, asUser(own)),
    unified: limitsOfIdentity(host, { username: 'heat', type: 'orchestration' }),
    look: stackLook(deps),
    checkSignature: signatureChecker({
      transport: host.transport,
      credentials: host.credentials('heat'),
      clock: host.clock,
      url: metadataUrlOf(host, given.config),
    }),
    mayUse: (ctx, type) => {
      const names = [`resource_types:${type}`, `resource_types:${type.split('::').slice(0, 2).join('::')}::*`]
      return names.every(
        (name) => !rules.has(name) || enforcer.allows(name, ctx, { project_id: ctx.projectId }),
      )
    },
  }
}
