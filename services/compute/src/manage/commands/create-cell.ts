import { UserError } from '@nimbo/kernel/user-error'
import { createCell } from '../create-cell.ts'
import { cellCommand } from './cell-command.ts'
import { clashText } from './clash-text.ts'
import { addressesOrConfigured, databaseFile, transportFile } from './given-addresses.ts'

const missing = (option: string, setting: string): UserError =>
  new UserError(`Must specify --${option} if ${setting} is not set in the configuration file.`, 1)

export const createCellCommand = cellCommand({
  name: 'cell_v2 create_cell',
  summary: 'Adds a cell and makes its tables.',
  details: 'Running roles take it up within seconds.',
  exitCodes: {
    1: 'an address is missing, or is none',
    2: 'another cell has that name or one of those addresses',
  },
  options: {
    name: { type: 'string', value: 'NAME', help: 'its name (its id)' },
    database_connection: {
      type: 'string',
      value: 'URL',
      help: 'its database ([database] connection of nova.conf)',
    },
    ...databaseFile,
    'transport-url': {
      type: 'string',
      value: 'URL',
      help: 'its broker ([DEFAULT] transport_url of nova.conf)',
    },
    ...transportFile,
    verbose: { type: 'boolean', help: 'print its id' },
    disabled: { type: 'boolean', help: 'no servers come to it until it is enabled' },
  },
  run: async (given, managed, say) => {
    const { transport, database } = await addressesOrConfigured(given, managed, say)
    if (transport === undefined) throw missing('transport-url', '[DEFAULT]/transport_url')
    if (database === undefined) throw missing('database_connection', '[database]/connection')
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
