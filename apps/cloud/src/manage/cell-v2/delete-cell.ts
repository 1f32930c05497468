import { deleteCell } from '@nimbo/compute/manage/delete-cell'
import type { ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'

export const deleteCellCommand: ManageCommand = {
  name: 'cell_v2 delete_cell',
  summary: 'Forgets a cell that has no servers. Its database stays as it is.',
  options: {
    cell_uuid: { type: 'string', value: 'UUID', help: 'the cell', required: true },
    force: { type: 'boolean', help: 'even though it has hosts' },
  },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const id = given.text('cell_uuid') ?? ''
      const done = await deleteCell(managed.databases('nova'), id, { force: given.flag('force') })
      const says = {
        deleted: '',
        unknown: `Cell with uuid ${id} was not found.\n`,
        'has-hosts': `There are existing hosts mapped to cell with uuid ${id}.\n`,
        'has-servers': `There are existing instances mapped to cell with uuid ${id}.\n`,
      }
      process.stdout.write(says[done])
      return { deleted: 0, unknown: 1, 'has-hosts': 2, 'has-servers': 3 }[done]
    }),
}
