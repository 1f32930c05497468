import { updateCell } from '@nimbo/compute/manage/update-cell'
import type { Given, ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'

const changeOf = (given: Given) => {
  const [name, transport, database] = ['name', 'transport-url', 'database_connection'].map(given.text)
  return {
    ...(name === undefined ? {} : { name }),
    ...(transport === undefined ? {} : { transport }),
    ...(database === undefined ? {} : { database }),
    ...(given.flag('disable') ? { disabled: true } : given.flag('enable') ? { disabled: false } : {}),
  }
}

export const updateCellCommand: ManageCommand = {
  name: 'cell_v2 update_cell',
  summary: 'Changes the name or the addresses of a cell, or whether new servers may come to it.',
  options: {
    cell_uuid: { type: 'string', value: 'UUID', help: 'the cell', required: true },
    name: { type: 'string', value: 'NAME', help: 'its new name' },
    'transport-url': { type: 'string', value: 'URL', help: 'its new broker' },
    database_connection: { type: 'string', value: 'URL', help: 'its new database' },
    disable: { type: 'boolean', help: 'no new servers come to it' },
    enable: { type: 'boolean', help: 'they do again' },
  },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const id = given.text('cell_uuid') ?? ''
      if (given.flag('disable') && given.flag('enable')) {
        process.stdout.write('Cell cannot be disabled and enabled at the same time.\n')
        return 4
      }
      const done = await updateCell(managed.databases('nova'), id, changeOf(given))
      if (done === 'unknown') process.stdout.write(`Cell with uuid ${id} was not found.\n`)
      if (done === 'is-cell0') process.stdout.write('Cell0 cannot be disabled.\n')
      return { updated: 0, unknown: 1, 'is-cell0': 5 }[done]
    }),
}
