import type { NodeUsage } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { Context } from '@nimbo/kernel/context'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'host'> & Pick<AgentPeers, 'conductor'> & Pick<AgentStore, 'tracker'>

/** The usage of a node by its servers, from the tracker. */
export const usageOf = (tracker: AgentStore['tracker'], node: string): NodeUsage => {
  const { vcpus, memoryMb, diskGb, servers } = tracker.usage(node)
  const numaTopology = tracker.cells(node)
  return {
    node,
    vcpusUsed: vcpus,
    memoryMbUsed: memoryMb,
    diskGbUsed: diskGb,
    runningServers: servers,
    ...(numaTopology && { numaTopology }),
  }
}

/**
 * Sends the conductor the usage of the servers of this host, for example after a build: a complete report would examine
 * everything on the host for each server. If a message gets lost, the next report corrects it.
 */
export const reportUsage =
  ({ host, tracker, conductor }: Deps) =>
  async (ctx: Context): Promise<void> => {
    const nodes = tracker.nodes().map((node) => usageOf(tracker, node))
    await conductor.usageChanged(ctx, { host, nodes })
  }
