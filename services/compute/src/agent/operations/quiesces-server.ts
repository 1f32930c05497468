import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { quiescingOf } from '../../domain/images/quiescing.ts'
import type { QuiescesGuests } from '../../driver/quiesces-guests.ts'
import type { AgentSelf } from '../agent-context.ts'
import { errors } from '../agent-errors.ts'

/** What freezes the guest of a server; throws when neither the hypervisor nor, by its image, the guest is able to. */
export const quiescesServer = (
  { hypervisor: { quiesces } }: Pick<AgentSelf, 'hypervisor'>,
  { id, imageProperties }: Pick<HostedServer, 'id' | 'imageProperties'>,
): QuiescesGuests => {
  if (quiesces === undefined) throw errors.InstanceQuiesceNotSupported({ serverId: id })
  if (!quiescingOf(imageProperties).agent) throw errors.QemuGuestAgentNotEnabled()
  return quiesces
}
