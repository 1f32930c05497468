import { verifyInstance, type Whereabouts } from '@nimbo/compute/manage/verify-instance'
import type { ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'

const saying = (id: string, found: Whereabouts): string => {
  switch (found.kind) {
    case 'in-cell':
      return `Instance ${id} is in cell: ${found.cellName} (${found.cellId})`
    case 'archived':
      return `The instance with uuid ${id} has been deleted, and archived from cell ${found.cellName} (${found.cellId}).`
    case 'unmapped':
      return `Instance ${id} is not mapped to a cell (upgrade is incomplete) or instance does not exist`
    case 'in-no-cell':
      return `Instance ${id} is not mapped to a cell`
  }
}

const exitCodes = { 'in-cell': 0, unmapped: 1, 'in-no-cell': 2, archived: 3 } as const

export const verifyInstanceCommand: ManageCommand = {
  name: 'cell_v2 verify_instance',
  summary: 'Says which cell a server is in: 0 it is in one, 1 unknown, 2 in no cell yet, 3 archived.',
  options: {
    uuid: { type: 'string', value: 'UUID', help: 'the server', required: true },
    quiet: { type: 'boolean', help: 'by the exit code alone' },
  },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const id = given.text('uuid') ?? ''
      const found = await verifyInstance(managed.databases('nova'), id)
      if (!given.flag('quiet')) process.stdout.write(`${saying(id, found)}\n`)
      return exitCodes[found.kind]
    }),
}
