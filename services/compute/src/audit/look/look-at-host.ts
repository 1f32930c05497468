import type { Context } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { HostInCell, SpeaksToHosts } from '../../flows/flow-deps.ts'
import type { SeenHost } from '../picture.ts'

/** Timeout of a host's answer. */
const answersWithinMs = 20_000

/** What a host reports to have. Rejects when it does not answer; hosts that are down are not asked. */
export const lookAtHost = async (
  { agent, hostIsUp }: SpeaksToHosts,
  ctx: Context,
  at: HostInCell,
): Promise<SeenHost> => {
  if (!(await hostIsUp(at.cellId, at.host))) throw new Error('it has shown no sign of life lately')
  const asked = agent(at).then((host) => host.hostContents(ctx, {}))
  return { ...at, ...(await withDeadline(`host ${at.host}`, answersWithinMs, asked)) }
}
