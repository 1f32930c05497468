import {
  completeAttachment,
  createAttachment,
  deleteAttachment,
  listAttachments,
  showAttachment,
  updateAttachment,
} from '@nimbo/contracts/volume/attachments'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given, rowAt } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, integer, oneOf, text } from '../../grammar/option.ts'
import { recordCell } from '../../output/cells.ts'
import type { Columns, Row } from '../../output/result.ts'
import { serverKind } from '../compute/server-kind.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { volumeKind } from './volume-kinds.ts'

const service = 'volume'
const attachment = one('<attachment>', 'ID of the attachment')

const shown: Columns = {
  ID: 'id',
  'Volume ID': 'volume_id',
  'Instance ID': 'instance',
  Status: 'status',
  'Attach Mode': 'attach_mode',
  'Attached At': 'attached_at',
  'Detached At': 'detached_at',
  Properties: (row) => recordCell(row.connection_info),
}
const thing = (reply: Row): Row => rowAt(reply, 'attachment')

const connectorOptions = {
  initiator: text('<initiator>', 'IQN of the initiator attaching to'),
  ip: text('<ip>', 'IP of the system attaching to'),
  host: text('<host>', 'Name of the host attaching to'),
  platform: text('<platform>', 'Platform of the host (default: x86_64)'),
  osType: text('<ostype>', 'Operating system of the host (default: linux2)'),
  multipath: either(
    { '--multipath': true, '--no-multipath': false },
    'Whether the host uses multipath to reach the volume',
  ),
  mountpoint: text('<mountpoint>', 'Mount point of the volume in the server'),
}

type Asked = {
  readonly [Name in keyof typeof connectorOptions]: ReturnType<(typeof connectorOptions)[Name]['read']>
}

const connectorOf = (asked: Asked) =>
  given({
    initiator: asked.initiator,
    ip: asked.ip,
    host: asked.host,
    platform: asked.platform ?? 'x86_64',
    os_type: asked.osType ?? 'linux2',
    multipath: asked.multipath ?? false,
    mountpoint: asked.mountpoint,
  })

export const volumeAttachmentCommands = [
  shows({
    words: 'volume attachment create',
    summary: 'Create an attachment for a volume.',
    ...{ service, operation: createAttachment, columns: shown, thing },
    positionals: {
      volume: one('<volume>', 'Name or ID of volume to attach'),
      server: one('<server>', 'Name or ID of server the volume is for'),
    },
    options: {
      connect: either(
        { '--connect': true, '--no-connect': false },
        'Also connect the volume to the host of the connector options',
      ),
      ...connectorOptions,
      mode: oneOf(['rw', 'ro'], 'Access mode: rw (read and write) or ro (read only) (3.54 or above)'),
    },
    request: async ({ volume, server, connect, mode, ...asked }, session) => ({
      ...(mode === undefined ? {} : { version: '3.54' }),
      body: {
        attachment: given({
          volume_uuid: await findId(session, volumeKind, volume),
          instance_uuid: await findId(session, serverKind, server),
          connector: connect ? connectorOf(asked) : undefined,
          mode,
        }),
      },
    }),
  }),
  lists({
    words: 'volume attachment list',
    summary: 'Lists all volume attachments.',
    ...{ service, operation: listAttachments },
    options: {
      project: text('<project>', 'List only attachments of this project (name or ID) (admin only)'),
      projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
      allProjects: flag('Include all projects (admin only)'),
      volumeId: text('<volume-id>', 'List only attachments of this volume (name or ID)'),
      status: text('<status>', 'List only attachments with this status'),
      marker: text('<marker>', 'The last attachment of the previous page'),
      limit: integer('<limit>', 'Maximum number of attachments to display'),
    },
    request: async ({ project, projectDomain, allProjects, volumeId, ...asked }, session) => {
      const project_id = await findOptionalIn(session, projectKind, project, projectDomain)
      return {
        query: given({
          ...{ status: asked.status, marker: asked.marker, limit: asked.limit },
          all_tenants: allProjects || project_id !== undefined ? true : undefined,
          project_id,
          volume_id: await findOptionalId(session, volumeKind, volumeId),
        }),
      }
    },
    columns: { ID: 'id', 'Volume ID': 'volume_id', 'Server ID': 'instance', Status: 'status' },
  }),
  shows({
    words: 'volume attachment show',
    summary: 'Show detailed information for a volume attachment.',
    ...{ service, operation: showAttachment, columns: shown, thing },
    positionals: { attachment },
    request: ({ attachment: attachment_id }) => ({ path: { attachment_id } }),
  }),
  shows({
    words: 'volume attachment set',
    summary: 'Update an attachment for a volume.',
    ...{ service, operation: updateAttachment, columns: shown, thing },
    positionals: { attachment },
    options: connectorOptions,
    request: ({ attachment: attachment_id, ...asked }) => ({
      path: { attachment_id },
      body: { attachment: { connector: connectorOf(asked) } },
    }),
  }),
  does({
    words: 'volume attachment complete',
    summary: 'Complete an attachment for a volume.',
    ...{ service, operation: completeAttachment },
    positionals: { attachment },
    request: ({ attachment: attachment_id }) => ({ path: { attachment_id } }),
  }),
  does({
    words: 'volume attachment delete',
    summary: 'Delete an attachment for a volume.',
    ...{ service, operation: deleteAttachment },
    positionals: { attachment },
    request: ({ attachment: attachment_id }) => ({ path: { attachment_id } }),
  }),
]
