import { mapCell0 } from '../../cells/create-cell.ts'
import { cell0Address } from './cell0-address.ts'
import { cellCommand } from './cell-command.ts'
import { databaseFile, givenAddresses } from './given-addresses.ts'

export const mapCell0Command = cellCommand({
  name: 'cell_v2 map_cell0',
  summary: 'Registers cell0, the database of servers for which no host was found.',
  details: 'Creates the tables in it. If cell0 is registered already, the registration does not change.',
  options: {
    database_connection: {
      type: 'string',
      value: 'URL',
      help: 'database of cell0 ([database] connection of nova.conf with _cell0 appended to the name)',
    },
    ...databaseFile,
  },
  run: async (given, managed, say) => {
    const { database } = await givenAddresses(given)
    const address = database ?? cell0Address(managed.databaseAddress('nova'))
    const added = await mapCell0(managed.databases('migrate'), address)
    if (!added) say('Cell0 is already setup\n')
    return 0
  },
})
