import { mapCell0 } from '../../cells/create-cell.ts'
import { mapInstances } from '../../cells/map-instances.ts'
import { cell0Address } from './cell0-address.ts'
import { cellCommand } from './cell-command.ts'
import { transportFile, transportOrConfigured } from './given-addresses.ts'
import { mapOwnCell } from './map-own-cell.ts'

export const simpleCellSetupCommand = cellCommand({
  name: 'cell_v2 simple_cell_setup',
  summary: 'Sets up a cloud with one cell: cell0, the cell, its hosts and its servers.',
  details: 'The cell is that of [database] connection of nova.conf. Can be repeated, which maps what is new.',
  exitCodes: {
    1: 'no host reports yet, or a URL is missing or invalid',
  },
  options: {
    'transport-url': {
      type: 'string',
      value: 'URL',
      help: 'message broker of the cell ([DEFAULT] transport_url of nova.conf)',
    },
    ...transportFile,
  },
  run: async (given, managed, say) => {
    // A missing broker must not leave cell0 behind.
    await transportOrConfigured(given, managed, () => {})
    const added = await mapCell0(managed.databases('migrate'), cell0Address(managed.databaseAddress('nova')))
    if (!added) say('Cell0 is already setup\n')
    const cellId = await mapOwnCell(given, managed, say, { name: undefined, isVerbose: false })
    if (cellId === undefined) return 1
    const done = await mapInstances(managed.databases(), cellId)
    say(`${done?.mapped ?? 0} instances have been mapped.\n`)
    return 0
  },
})
