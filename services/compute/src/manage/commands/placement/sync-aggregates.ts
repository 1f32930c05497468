import { placementVersion } from '@nimbo/clients/placement'
import { placementApi } from '@nimbo/contracts/placement/api'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { type LeftOut, syncAggregates } from '../../placement/sync-aggregates.ts'
import { type Answer, give } from '../cells/cell-command.ts'

/** nova-manage's exit code for unexpected errors, distinct from all results. */
const unexpected = 255

/** The last of several reasons is the exit code, as in Nova; all are printed. */
const answersTo = ({ unmapped, withoutNode, withoutProvider }: LeftOut): readonly Answer[] => [
  ...(unmapped.length === 0
    ? []
    : [
        [
          4,
          `Hosts of aggregates that are mapped to no cell; run nimbo manage cell_v2 discover_hosts: ${unmapped.join(', ')}\n`,
        ] as const,
      ]),
  ...(withoutNode.length === 0
    ? []
    : [
        [
          5,
          `Hosts of aggregates that have not reported a compute node: ${withoutNode.join(', ')}\n`,
        ] as const,
      ]),
  ...(withoutProvider.length === 0
    ? []
    : [
        [
          6,
          `Hosts without a resource provider in placement; it is made when their compute service reports: ${withoutProvider
            .map(({ host, providerId }) => `${host} (${providerId})`)
            .join(', ')}\n`,
        ] as const,
      ]),
]

export const syncAggregatesCommand: ServiceCommand = {
  name: 'placement sync_aggregates',
  summary: 'Adds the hosts of aggregates to the same aggregates in placement.',
  details:
    'The API does so whenever a host is added to an aggregate; this is for what placement missed. No host is removed from an aggregate.',
  exitCodes: {
    1: 'a host has more than one compute node',
    2: 'the aggregates of a resource provider cannot be read',
    3: 'the aggregates of a resource provider cannot be changed',
    4: 'hosts of aggregates are mapped to no cell',
    5: 'hosts of aggregates have no compute node',
    6: 'placement does not know the resource providers of hosts',
  },
  options: { verbose: { type: 'boolean', help: 'print every aggregate and every host' } },
  errorCode: unexpected,
  run: async (given, managed, say) => {
    const tell = given.flag('verbose') ? (line: string) => say(`${line}\n`) : () => {}
    const left = await managed.asOperator(
      placementApi,
      (placement) => syncAggregates(managed.databases(), placement, tell),
      placementVersion,
    )
    return answersTo(left).reduce((_, answer) => give(answer, say), 0)
  },
}
