import { onboardNetworkSubnets } from '@nimbo/contracts/network/subnetpool'
import { findId } from '../../cloud/find.ts'
import { one } from '../../grammar/command.ts'
import { does } from '../../grammar/declared.ts'
import { networkKind, subnetPoolKind } from './network-kinds.ts'

export const networkOnboardCommands = [
  does({
    words: 'network onboard subnets',
    summary: 'Onboard network subnets into a subnet pool',
    ...{ service: 'network' as const, operation: onboardNetworkSubnets },
    positionals: {
      network: one('<network>', 'Network whose subnets are onboarded (name or ID)'),
      subnetpool: one('<subnetpool>', 'Subnet pool to add the subnets to (name or ID)'),
    },
    request: async ({ network, subnetpool }, session) => ({
      path: { subnetpool_id: await findId(session, subnetPoolKind, subnetpool) },
      body: { network_id: await findId(session, networkKind, network) },
    }),
  }),
]
