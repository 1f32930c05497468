import {
  createGroup,
  createGroupFromSource,
  deleteGroup,
  disableReplication,
  enableReplication,
  failoverReplication,
  listGroupsInFull,
  showGroup,
  updateGroup,
} from '@nimbo/contracts/volume/groups'
import { CliError } from '../../cloud/cli-error.ts'
import { find, findId, findOptionalId, getById } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inVolume, perform, thingIn } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { does, lists } from '../../grammar/declared.ts'
import { either, flag, list, text } from '../../grammar/option.ts'
import { type Row, showInOrder } from '../../output/result.ts'
import { groupKind, groupSnapshotKind, groupTypeKind, volumeTypeKind } from './volume-kinds.ts'

const service = 'volume'
const group = one('<group>', 'Volume group (name or ID)')

const view = (row: Row) =>
  showInOrder(
    {
      ...{ ID: 'id', Status: 'status', Name: 'name', Description: 'description' },
      ...{ 'Group Type': 'group_type', 'Volume Types': 'volume_types' },
      ...{ 'Availability Zone': 'availability_zone', 'Created At': 'created_at', Volumes: 'volumes' },
      ...{ 'Group Snapshot ID': 'group_snapshot_id', 'Source Group ID': 'source_group_id' },
    },
    row,
  )

const pathOf = async (session: Session, called: string) => ({
  group_id: await findId(session, groupKind, called),
})

interface Asked {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly volumeGroupType: string | undefined
  readonly volumeType: readonly string[]
  readonly sourceGroup: string | undefined
  readonly groupSnapshot: string | undefined
  readonly availabilityZone: string | undefined
}

const createOfType = async (session: Session, type: string, asked: Asked): Promise<Row> => {
  if (asked.volumeType.length === 0)
    throw new CliError('--volume-types is a required argument when creating a group from group type.')
  const group_type = await findId(session, groupTypeKind, type)
  const volume_types: string[] = []
  for (const each of asked.volumeType) volume_types.push(await findId(session, volumeTypeKind, each))
  const { name, description, availabilityZone: availability_zone } = asked
  const members = given({ name, description, group_type, volume_types, availability_zone })
  return perform(session, inVolume(createGroup), { body: { group: members } })
}

const createFromSource = async (session: Session, asked: Asked): Promise<Row> => {
  const { name, description, sourceGroup, groupSnapshot } = asked
  if (sourceGroup === undefined && groupSnapshot === undefined) {
    throw new CliError(
      "Either --source-group <source_group> or '--group-snapshot <group_snapshot>' needs to be provided" +
        " to run the 'volume group create [--source-group|--group-snapshot]' command",
    )
  }
  const members = given({
    ...{ name, description },
    source_group_id: await findOptionalId(session, groupKind, sourceGroup),
    group_snapshot_id: await findOptionalId(session, groupSnapshotKind, groupSnapshot),
  })
  return perform(session, inVolume(createGroupFromSource), { body: { 'create-from-src': members } })
}

const create = command({
  words: 'volume group create',
  summary: 'Create a volume group (from 3.13 of the API)',
  calls: [inVolume(createGroup)],
  output: 'one',
  options: {
    volumeGroupType: text('<volume_group_type>', 'Volume group type to use (name or ID)'),
    volumeType: list(
      '<volume_type>',
      'Volume type to use (name or ID) (repeatable) (required with --volume-group-type)',
    ),
    sourceGroup: text('<source-group>', 'Volume group to copy (name or ID) (from 3.14 of the API)'),
    groupSnapshot: text('<group-snapshot>', 'Group snapshot to copy (name or ID) (from 3.14 of the API)'),
    name: text('<name>', 'Name of the volume group'),
    description: text('<description>', 'Description of the volume group'),
    availabilityZone: text('<availability-zone>', 'Availability zone of the group (ignored for a copy)'),
  },
  run: async (session, asked) => {
    const type = asked.volumeGroupType
    const reply = await (type === undefined
      ? createFromSource(session, asked)
      : createOfType(session, type, asked))
    return view(await getById(session, groupKind, textAt(thingIn(reply), 'id')))
  },
})

const set = command({
  words: 'volume group set',
  summary: 'Update a volume group (from 3.13 of the API)',
  calls: [inVolume(updateGroup)],
  output: 'one',
  positionals: { group },
  options: {
    name: text('<name>', 'New name for group'),
    description: text('<description>', 'New description for group'),
    replication: either(
      { '--enable-replication': true, '--disable-replication': false },
      'Enable or disable replication of the group (from 3.38 of the API)',
    ),
  },
  run: async (session, { group: called, name, description, replication }) => {
    const path = await pathOf(session, called)
    const { volume } = session.api
    if (replication === true) await volume.call(enableReplication, { path, body: { enable_replication: {} } })
    if (replication === false)
      await volume.call(disableReplication, { path, body: { disable_replication: {} } })
    const members = given({ name, description })
    if (Object.keys(members).length > 0) await volume.call(updateGroup, { path, body: { group: members } })
    return view(await getById(session, groupKind, path.group_id))
  },
})

/** The API shows the volumes of a group from this version on, so it is the default unless the user requests another. */
const showWithVolumes = { ...showGroup, since: '3.25' }

const show = command({
  words: 'volume group show',
  summary: 'Show detailed information for a volume group (from 3.13 of the API)',
  output: 'one',
  positionals: { group },
  options: {
    volumes: either(
      { '--volumes': true, '--no-volumes': false },
      'Whether to show the volumes in the group (from 3.25 of the API)',
    ),
  },
  run: async (session, { group: called, volumes }) => {
    const found = await find(session, groupKind, called)
    if (volumes === undefined) return view(found)
    const request = { path: { group_id: textAt(found, 'id') }, query: { list_volume: String(volumes) } }
    return view(thingIn(await perform(session, inVolume(showWithVolumes), request)))
  },
})

export const volumeGroupCommands = [
  create,
  lists({
    words: 'volume group list',
    summary: 'Lists all volume groups (from 3.13 of the API)',
    ...{ service, operation: listGroupsInFull },
    options: { allProjects: flag('Include all projects (admin only)') },
    request: ({ allProjects }) => ({ query: given({ all_tenants: allProjects ? 'True' : undefined }) }),
    columns: { ID: 'id', Status: 'status', Name: 'name' },
  }),
  show,
  set,
  does({
    words: 'volume group delete',
    summary: 'Delete a volume group (from 3.13 of the API)',
    ...{ service, operation: deleteGroup },
    positionals: { group },
    options: { force: flag('Delete the volumes of the group with it (otherwise the group must be empty)') },
    request: async ({ group: called, force }, session) => ({
      path: await pathOf(session, called),
      body: { delete: { 'delete-volumes': force } },
    }),
  }),
  does({
    words: 'volume group failover',
    summary: 'Failover replication for a volume group (from 3.38 of the API)',
    ...{ service, operation: failoverReplication },
    positionals: { group },
    options: {
      attached: either(
        { '--allow-attached-volume': true, '--disallow-attached-volume': false },
        'Allow or refuse the failover of a group with attached volumes (default: refuse)',
      ),
      secondaryBackendId: text('<backend_id>', 'ID of the secondary backend to fail over to'),
    },
    request: async ({ group: called, attached = false, secondaryBackendId }, session) => ({
      path: await pathOf(session, called),
      body: {
        failover_replication: given({
          allow_attached_volume: attached,
          secondary_backend_id: secondaryBackendId,
        }),
      },
    }),
  }),
]
