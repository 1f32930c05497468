import type { Given, Say } from '@nimbo/service/manage/command'
import type { ManagedService } from '@nimbo/service/manage/service-command'
import { type CellChange, type CellUpdate, updateCell } from '../../cells/update-cell.ts'
import { type Answer, cellCommand, give, noSuchCell, theCell } from './cell-command.ts'
import { clashText } from './clash-text.ts'
import {
  addressesOrConfigured,
  addressOptions,
  databaseFile,
  givenAddresses,
  transportFile,
} from './given-addresses.ts'

const wishes = ['name', ...addressOptions, 'disable', 'enable']

/** The given changes; by default the cell gets the addresses of the configuration. */
const changeOf = async (given: Given, managed: ManagedService, say: Say): Promise<CellChange> => {
  const name = given.text('name')
  const wishesNothing = wishes.every((wish) => given.text(wish) === undefined && !given.flag(wish))
  const { transport, database } = wishesNothing
    ? await addressesOrConfigured(given, managed, say)
    : await givenAddresses(given)
  return {
    ...(name === undefined ? {} : { name }),
    ...(transport === undefined ? {} : { transport }),
    ...(database === undefined ? {} : { database }),
    ...(given.flag('disable') ? { disabled: true } : given.flag('enable') ? { disabled: false } : {}),
  }
}

const answerTo = (id: string, done: CellUpdate): Answer => {
  switch (done.outcome) {
    case 'unknown':
      return [1, noSuchCell(id)]
    case 'taken':
      return done.clash.what === 'name'
        ? [2, `Unable to update CellMapping: ${clashText(done.clash)}`]
        : [3, clashText(done.clash)]
    case 'cell0-stays-enabled':
      return [5, 'Cell0 cannot be disabled.\n']
    case 'updated':
      return [0, done.already === undefined ? '' : `Cell ${id} is already ${done.already}\n`]
  }
}

export const updateCellCommand = cellCommand({
  name: 'cell_v2 update_cell',
  summary: 'Changes the name or the URLs of a cell, or disables or enables it.',
  details:
    'Values that are not given stay as they are. Without any, the cell gets the URLs of the configuration. Running services use the new values within seconds.',
  exitCodes: {
    1: 'there is no such cell',
    2: 'another cell has this name',
    3: 'another cell has one of these URLs',
    4: 'both --disable and --enable were given',
    5: 'cell0 cannot be disabled or enabled',
  },
  options: {
    cell_uuid: theCell,
    name: { type: 'string', value: 'NAME', help: 'new name of the cell' },
    'transport-url': { type: 'string', value: 'URL', help: 'new message broker of the cell' },
    ...transportFile,
    database_connection: { type: 'string', value: 'URL', help: 'new database of the cell' },
    ...databaseFile,
    disable: { type: 'boolean', help: 'schedule no new servers to the cell' },
    enable: { type: 'boolean', help: 'schedule new servers to the cell again' },
  },
  run: async (given, managed, say) => {
    const id = given.text('cell_uuid') ?? ''
    if (given.flag('disable') && given.flag('enable'))
      return give([4, 'Cell cannot be disabled and enabled at the same time.\n'], say)
    const done = await updateCell(managed.databases(), id, await changeOf(given, managed, say))
    return give(answerTo(id, done), say)
  },
})
