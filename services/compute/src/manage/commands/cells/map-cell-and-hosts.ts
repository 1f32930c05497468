import { cellCommand } from './cell-command.ts'
import { transportFile } from './given-addresses.ts'
import { mapOwnCell } from './map-own-cell.ts'

export const mapCellAndHostsCommand = cellCommand({
  name: 'cell_v2 map_cell_and_hosts',
  summary: 'Adds the cell with the configured database, and its hosts.',
  details:
    'The database is [database] connection of nova.conf. Can be repeated: only new hosts are mapped then.',
  exitCodes: {
    0: 'all hosts that report in the cell are mapped; there may be none',
    1: 'a URL is missing or invalid',
  },
  options: {
    name: { type: 'string', value: 'NAME', help: 'name of the cell (its id)' },
    'transport-url': {
      type: 'string',
      value: 'URL',
      help: 'message broker of the cell ([DEFAULT] transport_url of nova.conf)',
    },
    ...transportFile,
    verbose: { type: 'boolean', help: 'print the id of the cell, and hosts that were mapped already' },
  },
  run: async (given, managed, say) => {
    const wish = { name: given.text('name'), isVerbose: given.flag('verbose') }
    await mapOwnCell(given, managed, say, wish)
    return 0
  },
})
