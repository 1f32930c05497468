import { type CellDeletion, deleteCell } from '../delete-cell.ts'
import { type Answer, cellCommand, give, noSuchCell, theCell } from './cell-command.ts'

const answers = (id: string): Readonly<Record<CellDeletion, Answer>> => ({
  deleted: [0, ''],
  unknown: [1, noSuchCell(id)],
  'has-hosts': [2, `There are existing hosts mapped to cell with uuid ${id}.\n`],
  'has-servers': [3, `There are existing instances mapped to cell with uuid ${id}.\n`],
  'has-deleted-servers': [
    4,
    [
      `There are instance mappings to cell with uuid ${id}, but all instances have been deleted in the cell.\n`,
      "So execute 'nimbo manage db archive_deleted_rows' to delete the instance mappings.\n",
    ].join(''),
  ],
})

export const deleteCellCommand = cellCommand({
  name: 'cell_v2 delete_cell',
  summary: 'Forgets a cell. Its database stays as it is.',
  exitCodes: {
    1: 'there is no such cell',
    2: 'it has hosts, and --force was not given',
    3: 'it has servers',
    4: 'servers that were deleted in it are still mapped to it, and --force was not given',
  },
  options: {
    cell_uuid: theCell,
    force: { type: 'boolean', help: 'even though it has hosts, or had servers: these are forgotten too' },
  },
  run: async (given, managed, say) => {
    const id = given.text('cell_uuid') ?? ''
    const done = await deleteCell(managed.databases(), id, { force: given.flag('force') })
    return give(answers(id)[done], say)
  },
})
