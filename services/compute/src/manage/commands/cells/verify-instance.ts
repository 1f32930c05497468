import { verifyInstance, type Whereabouts } from '../../cells/verify-instance.ts'
import { type Answer, cellCommand } from './cell-command.ts'

const answerTo = (id: string, found: Whereabouts): Answer => {
  switch (found.kind) {
    case 'in-cell':
      return [0, `Instance ${id} is in cell: ${found.cellName} (${found.cellId})\n`]
    case 'unmapped':
      return [
        1,
        `Instance ${id} is not mapped to a cell (upgrade is incomplete) or instance does not exist\n`,
      ]
    case 'in-no-cell':
      return [2, `Instance ${id} is not mapped to a cell\n`]
    case 'deleted':
      return [
        3,
        [
          `The instance with uuid ${id} has been deleted.\n`,
          'Execute `nimbo manage db archive_deleted_rows` command to archive this deleted instance and remove its instance_mapping.\n',
        ].join(''),
      ]
    case 'archived':
      return [4, `The instance with uuid ${id} has been archived.\nHowever its instance_mapping remains.\n`]
  }
}

export const verifyInstanceCommand = cellCommand({
  name: 'cell_v2 verify_instance',
  summary: 'Shows which cell a server is in.',
  exitCodes: {
    0: 'the server is in a cell',
    1: 'the server has no mapping; it may not exist',
    2: 'the server is not mapped to a cell yet',
    3: 'the server has been deleted, but not archived',
    4: 'the server has been archived, but is still mapped',
  },
  options: {
    uuid: { type: 'string', value: 'UUID', help: 'the server', required: true },
    quiet: { type: 'boolean', help: 'print nothing; the exit code is the answer' },
  },
  run: async (given, managed, say) => {
    const id = given.text('uuid') ?? ''
    const [exitCode, text] = answerTo(id, await verifyInstance(managed.databases(), id))
    if (!given.flag('quiet')) say(text)
    return exitCode
  },
})
