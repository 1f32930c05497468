import {
  createSnapshot,
  deleteSnapshotMetadata,
  forceDeleteSnapshot,
  listSnapshotsInFull,
  mergeSnapshotMetadata,
  resetSnapshotStatus,
  showSnapshot,
  updateSnapshot,
} from '@nimbo/contracts/volume/snapshots'
import { forAll } from '../../cloud/delete-each.ts'
import { findId, findOptionalId, removeById } from '../../cloud/find.ts'
import { given, rowAt, without } from '../../cloud/json-values.ts'
import { inVolume } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { flag, integer, list, oneOf, properties, text } from '../../grammar/option.ts'
import { column, recordCell } from '../../output/cells.ts'
import { nothing, type Row } from '../../output/result.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { snapshotKind, volumeKind } from './volume-kinds.ts'

const service = 'volume'
const snapshot = one('<snapshot>', 'Snapshot (name or ID)')
const states = ['available', 'error', 'creating', 'deleting', 'error_deleting'] as const

const view = (reply: Row): Row => {
  const { metadata, ...rest } = without(rowAt(reply, 'snapshot'), 'links')
  return { ...rest, properties: recordCell(metadata) }
}

const set = command({
  words: 'volume snapshot set',
  summary: 'Set volume snapshot properties',
  calls: [inVolume(updateSnapshot)],
  output: 'none',
  positionals: { snapshot },
  options: {
    name: text('<name>', 'New snapshot name'),
    description: text('<description>', 'New snapshot description'),
    property: properties('Property to add or change (repeatable)'),
    state: oneOf(states, 'New snapshot state (admin only)'),
  },
  run: async (session, { snapshot: called, name, description, property, state }) => {
    const path = { snapshot_id: await findId(session, snapshotKind, called) }
    const { volume } = session.api
    const members = given({ name, description })
    if (property !== undefined)
      await volume.call(mergeSnapshotMetadata, { path, body: { metadata: property } })
    if (state !== undefined)
      await volume.call(resetSnapshotStatus, { path, body: { 'os-reset_status': { status: state } } })
    if (Object.keys(members).length > 0)
      await volume.call(updateSnapshot, { path, body: { snapshot: members } })
    return nothing
  },
})

const unset = command({
  words: 'volume snapshot unset',
  summary: 'Unset volume snapshot properties',
  calls: [inVolume(deleteSnapshotMetadata)],
  output: 'none',
  positionals: { snapshot },
  options: { property: list('<key>', 'Property to remove from snapshot (repeatable)') },
  run: async (session, { snapshot: called, property }) => {
    const snapshot_id = await findId(session, snapshotKind, called)
    for (const key of property)
      await session.api.volume.call(deleteSnapshotMetadata, { path: { snapshot_id, key } })
    return nothing
  },
})

const remove = command({
  words: 'volume snapshot delete',
  summary: 'Delete volume snapshot(s)',
  output: 'none',
  positionals: { snapshots: many('<snapshot>', 'Snapshot(s) to delete (name or ID)') },
  options: { force: flag('Delete the snapshots regardless of their state') },
  run: async (session, { snapshots, force }) => {
    await forAll(snapshots, 'Snapshot', 'delete', async (called) => {
      const snapshot_id = await findId(session, snapshotKind, called)
      if (force) await session.api.volume.call(forceDeleteSnapshot, { path: { snapshot_id } })
      else await removeById(session, snapshotKind, snapshot_id)
    })
    return nothing
  },
})

export const volumeSnapshotCommands = [
  shows({
    words: 'volume snapshot create',
    summary: 'Create new volume snapshot',
    ...{ service, operation: createSnapshot, thing: view },
    positionals: { name: one('<snapshot-name>', 'Name of the new snapshot') },
    options: {
      volume: text('<volume>', 'Volume to snapshot (name or ID) (default is <snapshot-name>)'),
      description: text('<description>', 'Description of the snapshot'),
      force: flag('Allow a snapshot of a volume that is attached to a server'),
      property: properties('Set a property to this snapshot (repeatable)'),
    },
    request: async ({ name, volume = name, description, force, property }, session) => ({
      body: {
        snapshot: given({
          volume_id: await findId(session, volumeKind, volume),
          ...{ name, description, metadata: property },
          force: force ? true : undefined,
        }),
      },
    }),
  }),
  lists({
    words: 'volume snapshot list',
    summary: 'List volume snapshots',
    ...{ service, operation: listSnapshotsInFull },
    options: {
      allProjects: flag('Include all projects (admin only)'),
      project: text('<project>', 'List only snapshots of this project (name or ID) (admin only)'),
      projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
      long: flag('List additional fields in output'),
      marker: text('<volume-snapshot>', 'The last snapshot ID of the previous page'),
      limit: integer('<num-snapshots>', 'Maximum number of snapshots to display'),
      name: text('<name>', 'List only snapshots with this name'),
      status: oneOf(states, 'List only snapshots with this status'),
      volume: text('<volume>', 'List only snapshots of this volume (name or ID)'),
    },
    request: async ({ allProjects, project, projectDomain, volume, ...asked }, session) => {
      const project_id = await findOptionalIn(session, projectKind, project, projectDomain)
      return {
        query: given({
          ...{ marker: asked.marker, limit: asked.limit, name: asked.name, status: asked.status },
          all_tenants: allProjects || project_id !== undefined ? true : undefined,
          project_id,
          volume_id: await findOptionalId(session, volumeKind, volume),
        }),
      }
    },
    columns: ({ long }) => ({
      ...{ ID: 'id', Name: 'name', Description: 'description', Status: 'status', Size: 'size' },
      ...(long && {
        'Created At': 'created_at',
        Volume: 'volume_id',
        Properties: column(recordCell, 'metadata'),
      }),
    }),
  }),
  shows({
    words: 'volume snapshot show',
    summary: 'Display volume snapshot details',
    ...{ service, operation: showSnapshot, thing: view },
    positionals: { snapshot },
    request: async ({ snapshot: called }, session) => ({
      path: { snapshot_id: await findId(session, snapshotKind, called) },
    }),
  }),
  set,
  unset,
  remove,
]
