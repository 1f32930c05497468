import { attachVolume, detachVolume } from '@nimbo/contracts/compute/server-volumes'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inCompute, perform, thingIn } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { either, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { volumeKind } from '../volume/volume-kinds.ts'
import { serverKind } from './server-kind.ts'

const positionals = {
  server: one('<server>', 'Server (name or ID)'),
  volume: one('<volume>', 'Volume (name or ID)'),
}

export const addVolume = command({
  words: 'server add volume',
  summary: 'Add volume to server',
  output: 'one',
  positionals,
  options: {
    device: text('<device>', 'Server internal device name for volume'),
    tag: text('<tag>', 'Tag for the attached volume (2.49 or above)'),
    deletion: either(
      { '--enable-delete-on-termination': true, '--disable-delete-on-termination': false },
      'Whether the volume is deleted with the server (2.79 or above)',
    ),
  },
  run: async (session, { server, volume, device, tag, deletion }) => {
    const path = { server_id: await findId(session, serverKind, server) }
    const volumeId = await findId(session, volumeKind, volume)
    const volumeAttachment = given({ volumeId, device, tag, delete_on_termination: deletion })
    const attachment = thingIn(
      await perform(session, inCompute(attachVolume), { path, body: { volumeAttachment } }),
    )
    const columns = {
      ID: 'id',
      'Server ID': 'serverId',
      'Volume ID': 'volumeId',
      Device: 'device',
      ...(session.computeVersion >= 2049 && { Tag: 'tag' }),
      ...(session.computeVersion >= 2079 && { 'Delete On Termination': 'delete_on_termination' }),
    }
    return {
      kind: 'one',
      fields: Object.entries(columns).map(([name, key]) => [name, attachment[key] ?? null]),
    }
  },
})

export const removeVolume = command({
  words: 'server remove volume',
  summary: 'Remove volume from server',
  output: 'none',
  positionals,
  run: async (session, { server, volume }) => {
    const server_id = await findId(session, serverKind, server)
    const volume_id = await findId(session, volumeKind, volume)
    await session.api.compute.call(detachVolume, { path: { server_id, volume_id } })
    return nothing
  },
})
