import { networkClient } from '@nimbo/clients/network'
import { placementVersion } from '@nimbo/clients/placement'
import { networkApi } from '@nimbo/contracts/network/api'
import { placementApi } from '@nimbo/contracts/placement/api'
import { internalContext } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'
import type { Given, Say } from '@nimbo/service/manage/command'
import type { ManagedService, ServiceCommand } from '@nimbo/service/manage/service-command'
import { healExitCodes } from '../../placement/heal-exit-codes.ts'
import { type Healed, type HealingOrder, healAllocations } from '../../placement/heal-allocations.ts'
import type { HealingDeps } from '../../placement/heal-server.ts'
import { countOf } from '../count-of.ts'

const refuse = (reason: string): UserError => new UserError(reason, healExitCodes.invalid)

const orderOf = (given: Given): HealingOrder => {
  const [serverId, cellId, force] = [given.text('instance'), given.text('cell'), given.flag('force')]
  if (serverId !== undefined && cellId !== undefined)
    throw refuse('--cell and --instance cannot be given together')
  if (force && serverId === undefined) throw refuse('--force needs --instance')
  // Of a single server there is no part to heal.
  const maxCount =
    serverId === undefined ? countOf(given.text('max-count'), healExitCodes.invalid) : undefined
  return { serverId, cellId, force, maxCount, isDryRun: given.flag('dry-run') }
}

/** Runs `work` with clients of placement and, unless ports are skipped, of network: only services may tell ports their providers. */
const withClients = (
  managed: ManagedService,
  skipsPorts: boolean,
  work: (clients: Pick<HealingDeps, 'placement' | 'network'>) => Promise<Healed>,
): Promise<Healed> =>
  managed.asOperator(
    placementApi,
    (placement) =>
      skipsPorts
        ? work({ placement, network: undefined })
        : managed.asService(networkApi, (network) => work({ placement, network: networkClient(network) })),
    placementVersion,
  )

const exitCodeOf = ({ count, isMaxCountReached }: Healed): number => {
  if (isMaxCountReached) return healExitCodes.maxCountReached
  return count === 0 ? healExitCodes.nothingHealed : healExitCodes.healed
}

export const healAllocationsCommand: ServiceCommand = {
  name: 'placement heal_allocations',
  summary: 'Claims in placement what servers use on their hosts and do not hold.',
  details:
    'Servers with a task are left out, and so are those in cell0. A port whose resources nobody claimed is told its provider.',
  exitCodes: {
    0: 'allocations were created or updated',
    1: '--max-count was reached, and there may be more servers to heal',
    2: 'the host of a server has no compute node record',
    3: 'allocations of a server cannot be read or written',
    4: 'there was nothing to create or update; also with --dry-run',
    5: 'the ports of a server cannot be read',
    6: 'a port cannot be updated; those updated before are as they were',
    7: 'ports cannot be changed back; the message names them and the commands for it',
    8: 'the flavor of a server requests devices, whose allocations cannot be healed',
    127: 'options are invalid, or there is no such server or cell',
  },
  options: {
    'max-count': { type: 'string', value: 'N', help: 'maximum number of servers to heal (all)' },
    verbose: { type: 'boolean', help: 'print every server, and what it gets' },
    'dry-run': { type: 'boolean', help: 'write nothing; with --verbose print what would be written' },
    instance: { type: 'string', value: 'UUID', help: 'heal this server alone' },
    'skip-port-allocations': { type: 'boolean', help: 'ask no ports for the resources that they request' },
    cell: { type: 'string', value: 'UUID', help: 'heal the servers of this cell alone' },
    force: { type: 'boolean', help: 'replace the allocations of the server given by --instance' },
  },
  errorCode: healExitCodes.unexpected,
  run: async (given: Given, managed, say: Say) => {
    const order = orderOf(given)
    const tell = given.flag('verbose') ? (line: string) => say(`${line}\n`) : () => {}
    const healed = await withClients(managed, given.flag('skip-port-allocations'), (clients) =>
      healAllocations(managed.databases(), { ...clients, tell }, internalContext(), order),
    )
    tell(`${healed.count} servers were healed.`)
    return exitCodeOf(healed)
  },
}
