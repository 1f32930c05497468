import { createCell } from '@nimbo/compute/manage/create-cell'
import { databaseAddress } from '../../serve/database-addresses.ts'
import { commonOptions } from '../../serve/options/common-options.ts'
import { UserError } from '../../user-error.ts'
import type { ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'

export const createCellCommand: ManageCommand = {
  name: 'cell_v2 create_cell',
  summary: 'Adds a cell and makes its tables. Running roles take it up within seconds.',
  options: {
    name: { type: 'string', value: 'NAME', help: 'its name' },
    database_connection: {
      type: 'string',
      value: 'URL',
      help: 'its database ([database] connection of nova.conf)',
    },
    'transport-url': {
      type: 'string',
      value: 'URL',
      help: 'its broker ([DEFAULT] transport_url of nova.conf)',
    },
    verbose: { type: 'boolean', help: 'print its id' },
  },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const transport =
        given.text('transport-url') ?? managed.settings('nova', commonOptions).DEFAULT.transport_url
      if (transport === undefined)
        throw new UserError('give --transport-url, or set [DEFAULT] transport_url in nova.conf')
      const database = given.text('database_connection') ?? databaseAddress('nova', 'nova', managed.settings)
      const cell = { name: given.text('name') ?? '', database, transport }
      const id = await createCell(managed.databases('nova', 'migrate'), cell)
      if (id === undefined) {
        process.stdout.write(
          'Cell with the specified transport_url and/or database_connection already exists\n',
        )
        return 2
      }
      if (given.flag('verbose')) process.stdout.write(`${id}\n`)
      return 0
    }),
}
