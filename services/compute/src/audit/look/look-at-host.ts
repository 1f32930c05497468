import type { Context } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { HostInCell, SpeaksToHosts } from '../../flows/flow-deps.ts'
import type { SeenHost } from '../picture.ts'

/** A host that takes longer counts as one that gives no answer. */
const answersWithinMs = 20_000

/** What a host tells that it has. Rejects when it gives no answer; one that counts as down is not asked. */
export const lookAtHost = async (
  { agent, hostIsUp }: SpeaksToHosts,
  ctx: Context,
  at: HostInCell,
): Promise<SeenHost> => {
  if (!(await hostIsUp(at.cellId, at.host))) throw new Error('it has shown no sign of life lately')
  const asked = agent(at).then((host) => host.hostContents(ctx, {}))
  return { ...at, ...(await withDeadline(`host ${at.host}`, answersWithinMs, asked)) }
}
