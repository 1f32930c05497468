import {
  createGroupSnapshot,
  deleteGroupSnapshot,
  listGroupSnapshotsInFull,
} from '@nimbo/contracts/volume/group-snapshots'
import { find, findId, getById } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inVolume, perform, thingIn } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { does, lists } from '../../grammar/declared.ts'
import { flag, text } from '../../grammar/option.ts'
import { type Row, showInOrder } from '../../output/result.ts'
import { groupKind, groupSnapshotKind } from './volume-kinds.ts'

const service = 'volume'
const snapshot = one('<snapshot>', 'Volume group snapshot (name or ID)')

const view = (row: Row) =>
  showInOrder(
    {
      ...{ ID: 'id', Status: 'status', Name: 'name', Description: 'description' },
      ...{ Group: 'group_id', 'Group Type': 'group_type_id' },
    },
    row,
  )

const create = command({
  words: 'volume group snapshot create',
  summary: 'Create a volume group snapshot (from 3.14 of the API)',
  calls: [inVolume(createGroupSnapshot)],
  output: 'one',
  positionals: {
    group: one('<volume_group>', 'Volume group to create a snapshot of (name or ID)'),
  },
  options: {
    name: text('<name>', 'Name of the volume group snapshot'),
    description: text('<description>', 'Description of the volume group snapshot'),
  },
  run: async (session, { group, name, description }) => {
    const group_id = await findId(session, groupKind, group)
    const body = { group_snapshot: given({ group_id, name, description }) }
    const made = thingIn(await perform(session, inVolume(createGroupSnapshot), { body }))
    return view(await getById(session, groupSnapshotKind, textAt(made, 'id')))
  },
})

export const volumeGroupSnapshotCommands = [
  create,
  lists({
    words: 'volume group snapshot list',
    summary: 'Lists all volume group snapshots (from 3.14 of the API)',
    ...{ service, operation: listGroupSnapshotsInFull },
    options: { allProjects: flag('Include all projects (admin only)') },
    request: ({ allProjects }) => ({ query: given({ all_tenants: allProjects ? 'True' : undefined }) }),
    columns: { ID: 'id', Status: 'status', Name: 'name' },
  }),
  command({
    words: 'volume group snapshot show',
    summary: 'Show detailed information for a volume group snapshot (from 3.14 of the API)',
    output: 'one',
    positionals: { snapshot },
    run: async (session, { snapshot: called }) => view(await find(session, groupSnapshotKind, called)),
  }),
  does({
    words: 'volume group snapshot delete',
    summary: 'Delete a volume group snapshot (from 3.14 of the API)',
    ...{ service, operation: deleteGroupSnapshot },
    positionals: { snapshot },
    request: async ({ snapshot: called }, session) => ({
      path: { group_snapshot_id: await findId(session, groupSnapshotKind, called) },
    }),
  }),
]
