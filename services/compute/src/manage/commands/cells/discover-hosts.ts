import { UserError } from '@nimbo/kernel/user-error'
import { type DiscoveredCell, discoverHosts } from '../../cells/discover-hosts.ts'
import { cellCommand, noSuchCell } from './cell-command.ts'

const linesOf = ({ cell, hosts }: DiscoveredCell): readonly string[] => [
  `Getting computes from cell '${cell.name}': ${cell.id}`,
  ...hosts.map((host) => `Creating host mapping for compute host '${host}'`),
  `Found ${hosts.length} unmapped computes in cell: ${cell.id}`,
]

export const discoverHostsCommand = cellCommand({
  name: 'cell_v2 discover_hosts',
  summary: 'Maps new compute hosts to their cells, so that they can get servers.',
  exitCodes: {
    1: 'with --strict: no new host was found',
  },
  options: {
    cell_uuid: { type: 'string', value: 'UUID', help: 'search only this cell' },
    verbose: { type: 'boolean', help: 'print every searched cell and every new host' },
    strict: { type: 'boolean', help: 'exit with 1 if no new host is found' },
    'by-service': { type: 'boolean', help: 'also map hosts that have not reported a hypervisor yet' },
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
