import { find, listAll } from '../../cloud/find.ts'
import { without } from '../../cloud/json-values.ts'
import { command, one } from '../../grammar/command.ts'
import { either, flag } from '../../grammar/option.ts'
import { column, recordCell } from '../../output/cells.ts'
import { everyField, listOf } from '../../output/result.ts'
import { volumeTypeKind } from './volume-kinds.ts'

const list = command({
  words: 'volume type list',
  summary: 'List volume types',
  output: 'list',
  options: {
    long: flag('List additional fields in output'),
    visible: either({ '--public': true, '--private': false }, 'List only public or only private types'),
  },
  run: async (session, { long, visible }) => {
    const rows = await listAll(session, volumeTypeKind, { is_public: visible ?? 'None' })
    const more = { Description: 'description', Properties: column(recordCell, 'extra_specs') }
    return listOf({ ID: 'id', Name: 'name', 'Is Public': 'is_public', ...(long && more) }, rows)
  },
})

const show = command({
  words: 'volume type show',
  summary: 'Display volume type details',
  output: 'one',
  positionals: { type: one('<volume-type>', 'Volume type to display (name or ID)') },
  run: async (session, { type }) => {
    const found = await find(session, volumeTypeKind, type)
    const rest = without(found, 'extra_specs', 'os-volume-type-access:is_public')
    return everyField({ access_project_ids: null, ...rest, properties: recordCell(found.extra_specs) })
  },
})

export const volumeTypeCommands = [list, show]
