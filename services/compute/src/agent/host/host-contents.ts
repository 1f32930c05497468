import type { ServerId } from '@nimbo/kernel/ids'
import type { AgentSelf, AgentStore } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'hypervisor'> & Pick<AgentStore, 'directories'>

/** The servers of which this host has a domain or a directory, whether or not the cloud knows them. */
export const hostContents = async ({
  hypervisor,
  directories,
}: Deps): Promise<{ readonly domains: readonly ServerId[]; readonly directories: readonly ServerId[] }> => {
  const [domains, left, ours] = await Promise.all([
    hypervisor.host.list(),
    hypervisor.host.leftFiles?.() ?? [],
    directories.list(),
  ])
  return { domains: domains.map(({ id }) => id), directories: [...new Set([...ours, ...left])] }
}
