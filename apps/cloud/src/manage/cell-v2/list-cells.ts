import { chosenCells } from '@nimbo/compute/manage/find-cell'
import { withoutPassword } from '../../serve/database-addresses.ts'
import type { ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'
import { printTable } from '../print-table.ts'

export const listCellsCommand: ManageCommand = {
  name: 'cell_v2 list_cells',
  summary: 'Lists the cells, by name.',
  options: { verbose: { type: 'boolean', help: 'show passwords in addresses' } },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const cells = await chosenCells(managed.databases('nova'), undefined)
      const shown = given.flag('verbose') ? (address: string) => address : withoutPassword
      const rows = cells
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ name, id, transport, database, disabled }) => [
          ...[name, id, shown(transport), shown(database)],
          disabled ? 'True' : 'False',
        ])
      printTable(['Name', 'UUID', 'Transport URL', 'Database Connection', 'Disabled'], rows)
      return 0
    }),
}
