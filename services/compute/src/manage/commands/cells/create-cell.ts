import { createCell } from '../../cells/create-cell.ts'
import { cellCommand } from './cell-command.ts'
import { clashText } from './clash-text.ts'
import { addressesOrConfigured, databaseFile, requiredAddress, transportFile } from './given-addresses.ts'

export const createCellCommand = cellCommand({
  name: 'cell_v2 create_cell',
  summary: 'Adds a cell and creates its tables.',
  details: 'Running services use the new cell within seconds.',
  exitCodes: {
    1: 'a URL is missing or invalid',
    2: 'another cell has this name or one of these URLs',
  },
  options: {
    name: { type: 'string', value: 'NAME', help: 'name of the cell (its id)' },
    database_connection: {
      type: 'string',
      value: 'URL',
      help: 'database of the cell ([database] connection of nova.conf)',
    },
    ...databaseFile,
    'transport-url': {
      type: 'string',
      value: 'URL',
      help: 'message broker of the cell ([DEFAULT] transport_url of nova.conf)',
    },
    ...transportFile,
    verbose: { type: 'boolean', help: 'print the id of the cell' },
    disabled: { type: 'boolean', help: 'schedule no servers to the cell until it is enabled' },
  },
  run: async (given, managed, say) => {
    const known = await addressesOrConfigured(given, managed, say)
    const transport = requiredAddress('transport-url', '[DEFAULT]/transport_url', known.transport)
    const database = requiredAddress('database_connection', '[database]/connection', known.database)
    const made = await createCell(managed.databases('migrate'), {
      ...{ name: given.text('name'), database, transport, disabled: given.flag('disabled') },
    })
    if (made.outcome === 'taken') {
      say(clashText(made.clash))
      return 2
    }
    if (given.flag('verbose')) say(`${made.id}\n`)
    return 0
  },
})
