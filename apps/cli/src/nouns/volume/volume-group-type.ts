import {
  createGroupSpecs,
  createGroupType,
  deleteGroupSpec,
  deleteGroupType,
  listGroupSpecs,
  listGroupTypes,
  showDefaultGroupType,
  updateGroupType,
} from '@nimbo/contracts/volume/group-types'
import { find, findId, getById, listAll } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inVolume, perform, thingIn } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { does } from '../../grammar/declared.ts'
import { either, flag, list as listOption, properties, text } from '../../grammar/option.ts'
import { column, recordCell } from '../../output/cells.ts'
import { listOf, type Row, showInOrder } from '../../output/result.ts'
import { groupTypeKind } from './volume-kinds.ts'

const groupType = one('<group_type>', 'Volume group type (name or ID)')
const specs = column(recordCell, 'group_specs')

const view = (type: Row) =>
  showInOrder(
    { ID: 'id', Name: 'name', Description: 'description', 'Is Public': 'is_public', Properties: specs },
    type,
  )

const viewOf = async (session: Session, id: string) => view(await getById(session, groupTypeKind, id))

const create = command({
  words: 'volume group type create',
  summary: 'Create a volume group type (from 3.11 of the API)',
  calls: [inVolume(createGroupType)],
  output: 'one',
  positionals: { name: one('<name>', 'Name of new volume group type') },
  options: {
    description: text('<description>', 'Description of the volume group type'),
    visible: either(
      { '--public': true, '--private': false },
      'Whether all projects may use the type (default: yes)',
    ),
  },
  run: async (session, { name, description, visible = true }) => {
    const body = { group_type: given({ name, description, is_public: visible }) }
    return view(thingIn(await perform(session, inVolume(createGroupType), { body })))
  },
})

const list = command({
  words: 'volume group type list',
  summary: 'Lists all volume group types (from 3.11 of the API)',
  calls: [inVolume(listGroupTypes)],
  output: 'list',
  options: { default: flag('List only the default volume group type') },
  run: async (session, { default: onlyDefault }) => {
    const rows = onlyDefault
      ? [thingIn(await perform(session, inVolume(showDefaultGroupType)))]
      : await listAll(session, groupTypeKind, { is_public: 'None' })
    return listOf({ ID: 'id', Name: 'name', 'Is Public': 'is_public', Properties: specs }, rows)
  },
})

const show = command({
  words: 'volume group type show',
  summary: 'Show detailed information for a volume group type (from 3.11 of the API)',
  output: 'one',
  positionals: { groupType },
  run: async (session, { groupType: called }) => view(await find(session, groupTypeKind, called)),
})

const removeSpecs = async (session: Session, group_type_id: string, keys: readonly string[]) => {
  for (const spec_id of keys)
    await session.api.volume.call(deleteGroupSpec, { path: { group_type_id, spec_id } })
}

const set = command({
  words: 'volume group type set',
  summary: 'Update a volume group type (from 3.11 of the API)',
  calls: [inVolume(updateGroupType)],
  output: 'one',
  positionals: { groupType },
  options: {
    name: text('<name>', 'New name for volume group type'),
    description: text('<description>', 'New description for volume group type'),
    visible: either({ '--public': true, '--private': false }, 'Whether all projects may use the type'),
    noProperty: flag('Remove all existing properties before setting those of --property'),
    property: properties('Property to add or modify for this volume group type (repeatable)'),
  },
  run: async (session, { groupType: called, name, description, visible, noProperty, property }) => {
    const group_type_id = await findId(session, groupTypeKind, called)
    const { volume } = session.api
    const path = { group_type_id }
    const members = given({ name, description, is_public: visible })
    if (Object.keys(members).length > 0)
      await volume.call(updateGroupType, { path, body: { group_type: members } })
    if (noProperty) {
      const { group_specs } = await volume.call(listGroupSpecs, { path })
      await removeSpecs(session, group_type_id, Object.keys(group_specs))
    }
    if (property !== undefined) await volume.call(createGroupSpecs, { path, body: { group_specs: property } })
    return viewOf(session, group_type_id)
  },
})

const unset = command({
  words: 'volume group type unset',
  summary: 'Unset properties of a volume group type (from 3.11 of the API)',
  calls: [inVolume(deleteGroupSpec)],
  output: 'one',
  positionals: { groupType },
  options: { property: listOption('<key>', 'Property to remove from this volume group type (repeatable)') },
  run: async (session, { groupType: called, property }) => {
    const id = await findId(session, groupTypeKind, called)
    await removeSpecs(session, id, property)
    return viewOf(session, id)
  },
})

export const volumeGroupTypeCommands = [
  create,
  list,
  show,
  set,
  unset,
  does({
    words: 'volume group type delete',
    summary: 'Delete a volume group type (from 3.11 of the API)',
    ...{ service: 'volume', operation: deleteGroupType },
    positionals: { groupType },
    request: async ({ groupType: called }, session) => ({
      path: { group_type_id: await findId(session, groupTypeKind, called) },
    }),
  }),
]
