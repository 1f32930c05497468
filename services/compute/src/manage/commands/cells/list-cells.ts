import { tableOf } from '@nimbo/service/manage/table'
import { withoutPassword } from '@nimbo/service/shown-address'
import { chosenCells } from '../../find-cell.ts'
import { cellCommand } from './cell-command.ts'

export const listCellsCommand = cellCommand({
  name: 'cell_v2 list_cells',
  summary: 'Lists the cells, by name.',
  options: { verbose: { type: 'boolean', help: 'show the passwords in URLs' } },
  run: async (given, managed, say) => {
    const cells = await chosenCells(managed.databases(), undefined)
    const shown = given.flag('verbose') ? (address: string) => address : withoutPassword
    const rows = cells
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, id, transport, database, disabled }) => [
        ...[name, id, shown(transport), shown(database)],
        disabled ? 'True' : 'False',
      ])
    say(tableOf(['Name', 'UUID', 'Transport URL', 'Database Connection', 'Disabled'], rows))
    return 0
  },
})
