import type { ProviderTree } from '@nimbo/clients/provider-tree'
import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../app/deps.ts'
import { aliveSince } from '../hosts/agent-liveness.ts'
import { type AgentRow, agentsToSync, markSynced } from '../resources/agent/agents.ts'
import { offersResources } from './offered-resources.ts'
import { hypervisorsOf, providersOfAgent } from './providers-of-agent.ts'

type ReportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & { readonly providers: ProviderTree }

/** The pause before a failed report to placement is repeated: a host's own provider may not exist yet. */
const retryMs = 5_000

/** Writes what an agent's host offers into placement. Throws when a hypervisor has no provider yet. */
const report = async (
  { providers }: Pick<ReportDeps, 'providers'>,
  ctx: Context,
  { agent_type, configurations }: AgentRow,
): Promise<void> => {
  const offered: unknown = JSON.parse(configurations)
  if (!offersResources(offered)) return
  const roots = new Map<string, string>()
  for (const name of hypervisorsOf(offered)) {
    const root = await providers.named(ctx, name)
    if (!root) throw new Error(`placement has no resource provider ${name}`)
    roots.set(name, root.uuid)
  }
  for (const wanted of providersOfAgent(agent_type, offered, roots)) await providers.put(ctx, wanted)
}

/**
 * Keeps placement informed of what hosts offer to ports with a minimum bandwidth or packet rate: agents report it to the server
 * when they start, and the report to placement is repeated until it succeeds. Any number of servers may do so at once.
 */
export const resourceReports = (deps: ReportDeps): Reconciler =>
  reconciler({
    name: 'what hosts offer to ports',
    everyMs: retryMs,
    clock: deps.clock,
    log: deps.log,
    run: async (stopping) => {
      for (const agent of await agentsToSync(deps.db, aliveSince(deps))) {
        if (stopping.aborted) return
        try {
          await report(deps, internalContext(), agent)
          await markSynced(deps.db, agent)
        } catch (error) {
          const { host, agent_type: agentType } = agent
          deps.log.warn(
            { host, agentType, reason: messageOf(error) },
            'could not report to placement what a host offers',
          )
        }
      }
    },
  })
