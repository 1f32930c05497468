import {
  createConsistencyGroup,
  createConsistencyGroupFromSource,
  deleteConsistencyGroup,
  listConsistencyGroupsInFull,
  updateConsistencyGroup,
} from '@nimbo/contracts/volume/consistency-groups'
import { forAll } from '../../cloud/delete-each.ts'
import { find, findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inVolume, perform, thingIn } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one, optional } from '../../grammar/command.ts'
import { does, lists } from '../../grammar/declared.ts'
import { requireOneOf } from '../../grammar/one-of-options.ts'
import { flag, text } from '../../grammar/option.ts'
import { column, listCell } from '../../output/cells.ts'
import { everyField, nothing, type Row } from '../../output/result.ts'
import { cgsnapshotKind, consistencyGroupKind, volumeKind, volumeTypeKind } from './volume-kinds.ts'

const service = 'volume'
const metavar = '<consistency-group>'
const group = one(metavar, 'Consistency group (name or ID)')

const pathOf = async (session: Session, called: string) => ({
  consistencygroup_id: await findId(session, consistencyGroupKind, called),
})

/** The ids of the volumes, as the API takes them. Nothing is changed unless all are found. */
const idsOf = async (session: Session, called: readonly string[]): Promise<string> => {
  const ids: string[] = []
  for (const each of called) ids.push(await findId(session, volumeKind, each))
  return ids.join(',')
}

interface Asked {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly volumeType: string | undefined
  readonly consistencyGroupSource: string | undefined
  readonly consistencyGroupSnapshot: string | undefined
  readonly availabilityZone: string | undefined
}

const createOfType = async (session: Session, type: string, asked: Asked): Promise<Row> => {
  const { name, description, availabilityZone: availability_zone } = asked
  const volume_types = await findId(session, volumeTypeKind, type)
  const consistencygroup = given({ name, description, volume_types, availability_zone })
  return perform(session, inVolume(createConsistencyGroup), { body: { consistencygroup } })
}

const createFromSource = async (session: Session, asked: Asked): Promise<Row> => {
  const { name, description } = asked
  const members = given({
    ...{ name, description },
    source_cgid: await findOptionalId(session, consistencyGroupKind, asked.consistencyGroupSource),
    cgsnapshot_id: await findOptionalId(session, cgsnapshotKind, asked.consistencyGroupSnapshot),
  })
  const body = { 'consistencygroup-from-src': members }
  return perform(session, inVolume(createConsistencyGroupFromSource), { body })
}

const create = command({
  words: 'consistency group create',
  summary: 'Create new consistency group',
  calls: [inVolume(createConsistencyGroup)],
  output: 'one',
  positionals: { name: optional('<name>', 'Name of the new consistency group (default: none)') },
  options: {
    volumeType: text('<volume-type>', 'Volume type of this consistency group (name or ID)'),
    consistencyGroupSource: text(metavar, 'Consistency group to copy (name or ID)'),
    consistencyGroupSnapshot: text(
      '<consistency-group-snapshot>',
      'Consistency group snapshot to create the group from (name or ID)',
    ),
    description: text('<description>', 'Description of this consistency group'),
    availabilityZone: text(
      '<availability-zone>',
      'Availability zone of the consistency group (ignored for a copy)',
    ),
  },
  run: async (session, asked) => {
    const { volumeType } = asked
    requireOneOf({
      '--volume-type': volumeType,
      '--consistency-group-source': asked.consistencyGroupSource,
      '--consistency-group-snapshot': asked.consistencyGroupSnapshot,
    })
    const reply = await (volumeType === undefined
      ? createFromSource(session, asked)
      : createOfType(session, volumeType, asked))
    return everyField(thingIn(reply))
  },
})

const remove = command({
  words: 'consistency group delete',
  summary: 'Delete consistency group(s)',
  calls: [inVolume(deleteConsistencyGroup)],
  output: 'none',
  positionals: { groups: many(metavar, 'Consistency group(s) to delete (name or ID)') },
  options: { force: flag('Delete the volumes of the consistency group too') },
  run: async (session, { groups, force }) => {
    await forAll(groups, 'Consistency group', 'delete', async (called) => {
      const path = await pathOf(session, called)
      await session.api.volume.call(deleteConsistencyGroup, { path, body: { consistencygroup: { force } } })
    })
    return nothing
  },
})

const set = command({
  words: 'consistency group set',
  summary: 'Set consistency group properties',
  calls: [inVolume(updateConsistencyGroup)],
  output: 'none',
  positionals: { group },
  options: {
    name: text('<name>', 'New consistency group name'),
    description: text('<description>', 'New consistency group description'),
  },
  run: async (session, { group: called, name, description }) => {
    const consistencygroup = given({ name, description })
    if (Object.keys(consistencygroup).length === 0) return nothing
    const path = await pathOf(session, called)
    await session.api.volume.call(updateConsistencyGroup, { path, body: { consistencygroup } })
    return nothing
  },
})

const changesVolumes = (verb: string, summary: string, key: 'add_volumes' | 'remove_volumes') =>
  does({
    words: `consistency group ${verb} volume`,
    summary,
    ...{ service, operation: updateConsistencyGroup },
    positionals: { group, volumes: many('<volume>', 'Volume(s) (name or ID)') },
    request: async ({ group: called, volumes }, session) => ({
      body: { consistencygroup: { [key]: await idsOf(session, volumes) } },
      path: await pathOf(session, called),
    }),
  })

export const consistencyGroupCommands = [
  changesVolumes('add', 'Add volume(s) to consistency group', 'add_volumes'),
  create,
  remove,
  lists({
    words: 'consistency group list',
    summary: 'List consistency groups',
    ...{ service, operation: listConsistencyGroupsInFull },
    options: {
      allProjects: flag('Include all projects (admin only)'),
      long: flag('List additional fields in output'),
    },
    request: ({ allProjects }) => ({ query: given({ all_tenants: allProjects ? 'True' : undefined }) }),
    columns: ({ long }) => ({
      ...{ ID: 'id', Status: 'status' },
      ...(long && { 'Availability Zone': 'availability_zone' }),
      Name: 'name',
      ...(long && { Description: 'description', 'Volume Types': column(listCell, 'volume_types') }),
    }),
  }),
  changesVolumes('remove', 'Remove volume(s) from consistency group', 'remove_volumes'),
  set,
  command({
    words: 'consistency group show',
    summary: 'Display consistency group details',
    output: 'one',
    positionals: { group },
    run: async (session, { group: called }) => everyField(await find(session, consistencyGroupKind, called)),
  }),
]
