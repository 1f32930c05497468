import { UserError } from '@nimbo/kernel/user-error'
import { type DiscoveredCell, discoverHosts } from '../discover-hosts.ts'
import { cellCommand, noSuchCell } from './cell-command.ts'

const linesOf = ({ cell, hosts }: DiscoveredCell): readonly string[] => [
  `Getting computes from cell '${cell.name}': ${cell.id}`,
  ...hosts.map((host) => `Creating host mapping for compute host '${host}'`),
  `Found ${hosts.length} unmapped computes in cell: ${cell.id}`,
]

export const discoverHostsCommand = cellCommand({
  name: 'cell_v2 discover_hosts',
  summary: 'Takes in compute hosts that are new: from then on they get servers.',
  exitCodes: {
    1: 'with --strict: there was none',
  },
  options: {
    cell_uuid: { type: 'string', value: 'UUID', help: 'of this cell alone' },
    verbose: { type: 'boolean', help: 'tell of every cell and every new host' },
    strict: { type: 'boolean', help: 'finding none is a failure' },
    'by-service': { type: 'boolean', help: 'also those that have reported no hypervisor yet' },
  },
  errorCode: 1,
  run: async (given, managed, say) => {
    const cellId = given.text('cell_uuid')
    const by = given.flag('by-service') ? 'service' : 'compute-node'
    const found = await discoverHosts(managed.databases(), { cellId, by })
    if (found === undefined) throw new UserError(noSuchCell(cellId ?? '').trim())
    if (given.flag('verbose'))
      say(
        found
          .flatMap(linesOf)
          .map((line) => `${line}\n`)
          .join(''),
      )
    return given.flag('strict') && found.every(({ hosts }) => hosts.length === 0) ? 1 : 0
  },
})
