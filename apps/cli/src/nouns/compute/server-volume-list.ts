import { changeVolume, listVolumes } from '@nimbo/contracts/compute/server-volumes'
import { findId } from '../../cloud/find.ts'
import { one } from '../../grammar/command.ts'
import { does, lists } from '../../grammar/declared.ts'
import { either } from '../../grammar/option.ts'
import { volumeKind } from '../volume/volume-kinds.ts'
import { serverKind } from './server-kind.ts'

const service = 'compute'
const server = one('<server>', 'Server (name or ID)')

export const serverVolumeCommands = [
  lists({
    words: 'server volume list',
    summary: 'List all the volumes attached to a server.',
    ...{ service, operation: listVolumes },
    positionals: { server },
    request: async ({ server: called }, session) => ({
      path: { server_id: await findId(session, serverKind, called) },
    }),
    columns: (_, { computeVersion }) => ({
      ...(computeVersion < 2089 && { ID: 'id' }),
      Device: 'device',
      'Server ID': 'serverId',
      'Volume ID': 'volumeId',
      ...(computeVersion >= 2070 && { Tag: 'tag' }),
      ...(computeVersion >= 2079 && { 'Delete On Termination?': 'delete_on_termination' }),
      ...(computeVersion >= 2089 && {
        'Attachment ID': 'attachment_id',
        'BlockDeviceMapping UUID': 'bdm_uuid',
      }),
    }),
  }),
  does({
    words: 'server volume update',
    summary: 'Update a volume attachment on the server.',
    ...{ service, operation: changeVolume },
    positionals: { server, volume: one('<volume>', 'Volume (name or ID)') },
    options: {
      deletion: either(
        { '--delete-on-termination': true, '--preserve-on-termination': false },
        'Whether the volume is deleted with the server (2.85 or above)',
      ),
    },
    request: async ({ server: called, volume, deletion }, session) => {
      const volumeId = await findId(session, volumeKind, volume)
      return {
        path: { server_id: await findId(session, serverKind, called), volume_id: volumeId },
        body: {
          volumeAttachment: {
            volumeId,
            ...(deletion === undefined ? {} : { delete_on_termination: deletion }),
          },
        },
      }
    },
  }),
]
