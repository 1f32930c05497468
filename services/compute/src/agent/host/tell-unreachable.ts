import { messageOf } from '@nimbo/kernel/errors'
import { internalContext } from '@nimbo/kernel/context'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor' | 'options' | 'log'> & Pick<AgentPeers, 'conductor'>

/**
 * Tells the conductor each time that the hypervisor cannot be reached. `told` resolves once it knows, or cannot be told either:
 * an agent that cannot start has then said why.
 */
export const tellUnreachable = ({ host, options, conductor, log }: Deps) => {
  let telling = Promise.resolve()
  const tell = async (reason: unknown): Promise<void> => {
    try {
      const unreachable = { host, hostIp: options.my_ip, reason: messageOf(reason) }
      await conductor.hypervisorUnreachable(internalContext(), unreachable)
    } catch (error) {
      log.warn({ host, error }, 'the conductor was not told that the hypervisor cannot be reached')
    }
  }
  return {
    tell: (reason: unknown): void => {
      telling = telling.then(() => tell(reason))
    },
    told: (): Promise<void> => telling,
  }
}
