import { type CellDeletion, deleteCell } from '../../cells/delete-cell.ts'
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
  summary: 'Removes a cell. Its database is not changed.',
  exitCodes: {
    1: 'there is no such cell',
    2: 'the cell has hosts, and --force was not given',
    3: 'the cell has servers',
    4: 'deleted servers are still mapped to the cell, and --force was not given',
  },
  options: {
    cell_uuid: theCell,
    force: { type: 'boolean', help: 'also remove the mappings of its hosts and of its deleted servers' },
  },
  run: async (given, managed, say) => {
    const id = given.text('cell_uuid') ?? ''
    const done = await deleteCell(managed.databases(), id, { force: given.flag('force') })
    return give(answers(id)[done], say)
  },
})
