import type { Context } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { HostInCell, SpeaksToHosts } from '../../flows/flow-deps.ts'
import type { SeenHost } from '../picture.ts'

/** Timeout of a host's answer, in milliseconds. */
const answersWithinMs = 20_000

/**
 * The domains and files that a host reports. Rejects when it does not answer or is down; a host that is down is not
 * queried.
 */
export const lookAtHost = async (
  { agent, hostIsUp }: SpeaksToHosts,
  ctx: Context,
  at: HostInCell,
): Promise<SeenHost> => {
  if (!(await hostIsUp(at.cellId, at.host))) throw new Error('it has shown no sign of life lately')
  const asked = agent(at).then((host) => host.hostContents(ctx, {}))
  return { ...at, ...(await withDeadline(`host ${at.host}`, answersWithinMs, asked)) }
}
