import { resettableStatuses } from '@nimbo/contracts/volume/statuses'
import {
  extendVolume,
  forceDeleteVolume,
  resetStatus,
  setBootable,
  updateReadonlyFlag,
} from '@nimbo/contracts/volume/volume-actions'
import {
  deleteMetadata,
  deleteVolume,
  listVolumesInFull,
  mergeMetadata,
  updateVolume,
} from '@nimbo/contracts/volume/volumes'
import { deleteEach, forAll } from '../../cloud/delete-each.ts'
import { create, find, findId, findOptionalId, listAll } from '../../cloud/find.ts'
import { given, rowsAt, textAt, without } from '../../cloud/json-values.ts'
import { inVolume, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { either, flag, integer, list as listOption, oneOf, properties, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { column, recordCell } from '../../output/cells.ts'
import { pythonText } from '../../output/python-text.ts'
import { everyField, Formatted, listOf, nothing, type Result, type Row } from '../../output/result.ts'
import { serverKind } from '../compute/server-kind.ts'
import { findOptionalIn, projectKind, userKind } from '../identity/identity-kinds.ts'
import { imageKind } from '../image/image-kind.ts'
import { snapshotKind, volumeKind } from './volume-kinds.ts'

const shown = (volume: Row): Result =>
  everyField({
    ...without(volume, 'links', 'metadata', 'volume_type', 'volume_image_metadata'),
    properties: recordCell(volume.metadata),
    type: volume.volume_type ?? null,
    ...(volume.volume_image_metadata !== undefined && {
      volume_image_metadata: recordCell(volume.volume_image_metadata),
    }),
  })

const setAccess = async (
  session: Session,
  volume_id: string,
  bootable: boolean | undefined,
  readonly: boolean | undefined,
): Promise<void> => {
  const path = { volume_id }
  const { volume } = session.api
  if (bootable !== undefined)
    await volume.call(setBootable, { path, body: { 'os-set_bootable': { bootable } } })
  if (readonly !== undefined)
    await volume.call(updateReadonlyFlag, { path, body: { 'os-update_readonly_flag': { readonly } } })
}

const createVolume = command({
  words: 'volume create',
  summary: 'Create new volume',
  output: 'one',
  positionals: { name: one('<name>', 'Volume name') },
  options: {
    size: integer('<size>', 'Volume size in GB (required unless --snapshot or --source is specified)'),
    type: text('<volume-type>', 'Set the type of volume'),
    image: text('<image>', 'Use <image> as source of volume (name or ID)'),
    snapshot: text('<snapshot>', 'Use <snapshot> as source of volume (name or ID)'),
    source: text('<volume>', 'Volume to clone (name or ID)'),
    description: text('<description>', 'Volume description'),
    availabilityZone: text('<availability-zone>', 'Create volume in <availability-zone>'),
    property: properties('Set a property to this volume (repeat option to set multiple properties)'),
    hint: properties('Arbitrary scheduler hint key-value pairs'),
    bootable: either({ '--bootable': true, '--non-bootable': false }, 'Mark volume as bootable or not'),
    readonly: either({ '--read-only': true, '--read-write': false }, 'Set volume access mode'),
  },
  run: async (session, { name, size, hint, bootable, readonly, ...asked }) => {
    if (size === undefined && asked.snapshot === undefined && asked.source === undefined) {
      throw new UsageError('--size is a required option if snapshot or source volume is not specified.')
    }
    const members = {
      name,
      size,
      volume_type: asked.type,
      imageRef: await findOptionalId(session, imageKind, asked.image),
      snapshot_id: await findOptionalId(session, snapshotKind, asked.snapshot),
      source_volid: await findOptionalId(session, volumeKind, asked.source),
      description: asked.description,
      availability_zone: asked.availabilityZone,
      metadata: asked.property,
      'OS-SCH-HNT:scheduler_hints': hint,
    }
    const volume = await create(session, volumeKind, given(members))
    await setAccess(session, textAt(volume, 'id'), bootable, readonly)
    return shown(volume)
  },
})

/** `Attached to web on /dev/vdb `, with the servers' names when compute returns them. */
const attachments =
  (servers: ReadonlyMap<string, string>) =>
  (volume: Row): Formatted => {
    const texts = rowsAt(volume, 'attachments').map((each) => {
      const id = textAt(each, 'server_id')
      return `Attached to ${servers.get(id) ?? id} on ${pythonText(each.device)} `
    })
    return new Formatted(volume.attachments ?? [], texts.join(''))
  }

const list = command({
  words: 'volume list',
  summary: 'List volumes',
  output: 'list',
  options: {
    project: text('<project>', 'Filter results by project (name or ID) (admin only)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
    user: text('<user>', 'Filter results by user (name or ID) (admin only)'),
    userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
    name: text('<name>', 'Filter results by volume name'),
    status: text('<status>', 'Filter results by status'),
    allProjects: flag('Include all projects (admin only)'),
    long: flag('List additional fields in output'),
    marker: text('<volume>', 'The last volume ID of the previous page'),
    limit: integer('<num-volumes>', 'Maximum number of volumes to display'),
  },
  run: async (session, asked) => {
    const project_id = await findOptionalIn(session, projectKind, asked.project, asked.projectDomain)
    const query = {
      all_tenants: asked.allProjects || project_id !== undefined ? true : undefined,
      project_id,
      user_id: await findOptionalIn(session, userKind, asked.user, asked.userDomain),
      name: asked.name,
      status: asked.status,
      marker: asked.marker,
      limit: asked.limit,
    }
    const rows = await performAll(session, inVolume(listVolumesInFull), { query }, asked.limit)
    const attached = rows.some((row) => rowsAt(row, 'attachments').length > 0)
    const servers = attached ? await listAll(session, serverKind).catch(() => []) : []
    const attachedTo = attachments(
      new Map(servers.map((server) => [textAt(server, 'id'), textAt(server, 'name')])),
    )
    const short = { ID: 'id', Name: 'name', Status: 'status', Size: 'size' }
    if (!asked.long) return listOf({ ...short, 'Attached to': attachedTo }, rows)
    return listOf(
      {
        ...short,
        Type: 'volume_type',
        Bootable: 'bootable',
        'Attached to': attachedTo,
        Properties: column(recordCell, 'metadata'),
      },
      rows,
    )
  },
})

const show = command({
  words: 'volume show',
  summary: 'Display volume details',
  output: 'one',
  positionals: { volume: one('<volume>', 'Volume to display (name or ID)') },
  run: async (session, { volume }) => shown(await find(session, volumeKind, volume)),
})

const set = command({
  words: 'volume set',
  summary: 'Set volume properties',
  output: 'none',
  positionals: { volume: one('<volume>', 'Volume to modify (name or ID)') },
  options: {
    name: text('<name>', 'New volume name'),
    size: integer('<size>', 'Extend volume size in GB'),
    description: text('<description>', 'New volume description'),
    property: properties('Set a property on this volume (repeat option to set multiple properties)'),
    state: oneOf(resettableStatuses, 'New volume state (admin only)'),
    bootable: either({ '--bootable': true, '--non-bootable': false }, 'Mark volume as bootable or not'),
    readonly: either({ '--read-only': true, '--read-write': false }, 'Set volume access mode'),
  },
  run: async (session, { volume, name, size, description, property, state, bootable, readonly }) => {
    const path = { volume_id: await findId(session, volumeKind, volume) }
    const { volume: volumes } = session.api
    if (size !== undefined)
      await volumes.call(extendVolume, { path, body: { 'os-extend': { new_size: size } } })
    if (property !== undefined) await volumes.call(mergeMetadata, { path, body: { metadata: property } })
    if (state !== undefined)
      await volumes.call(resetStatus, { path, body: { 'os-reset_status': { status: state } } })
    await setAccess(session, path.volume_id, bootable, readonly)
    const members = given({ name, description })
    if (Object.keys(members).length > 0)
      await perform(session, inVolume(updateVolume), { path, body: { volume: members } })
    return nothing
  },
})

const remove = command({
  words: 'volume delete',
  summary: 'Delete volume(s)',
  output: 'none',
  positionals: { volumes: many('<volume>', 'Volume(s) to delete (name or ID)') },
  options: {
    force: flag('Attempt forced removal of volume(s), regardless of state'),
    purge: flag('Remove any snapshots along with volume(s)'),
  },
  run: async (session, { volumes, force, purge }) => {
    refuseTwoOf({ '--force': force, '--purge': purge })
    if (!force && !purge) await deleteEach(session, volumeKind, volumes)
    else
      await forAll(volumes, 'Volume', 'delete', async (name) => {
        const path = { volume_id: await findId(session, volumeKind, name) }
        if (force) await session.api.volume.call(forceDeleteVolume, { path })
        else await session.api.volume.call(deleteVolume, { path, query: { cascade: true } })
      })
    return nothing
  },
})

const unset = command({
  words: 'volume unset',
  summary: 'Unset volume properties',
  calls: [inVolume(deleteMetadata)],
  output: 'none',
  positionals: { volume: one('<volume>', 'Volume to modify (name or ID)') },
  options: { property: listOption('<key>', 'Remove a property from volume (repeatable)') },
  run: async (session, { volume, property }) => {
    const volume_id = await findId(session, volumeKind, volume)
    for (const key of property) await session.api.volume.call(deleteMetadata, { path: { volume_id, key } })
    return nothing
  },
})

export const volumeCommands = [createVolume, list, show, set, unset, remove]
