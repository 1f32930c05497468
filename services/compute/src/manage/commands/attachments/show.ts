import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import type { StoredBlockDevice } from '../../../db/servers/block-devices.ts'
import { attachedVolume } from '../../attachments/attached-volume.ts'
import { findServer } from '../../find-server.ts'
import { propertiesAs } from '../property-table.ts'
import { wordsOf } from '../words-of.ts'

/** nova-manage's exit codes. */
const exitCodes = { noServer: 2, notAttached: 3 }

/** A disk with Nova's names of its properties. */
const propertiesOf = (disk: StoredBlockDevice): Readonly<Record<string, unknown>> => ({
  uuid: disk.id,
  instance_uuid: disk.serverId,
  volume_id: disk.volumeId ?? null,
  attachment_id: disk.attachmentId ?? null,
  device_name: disk.deviceName ?? null,
  source_type: disk.sourceType,
  destination_type: disk.destinationType,
  boot_index: disk.bootIndex ?? null,
  volume_size: disk.volumeSizeGb ?? null,
  volume_type: disk.volumeType ?? null,
  delete_on_termination: disk.deleteOnTermination,
  disk_bus: disk.diskBus ?? null,
  device_type: disk.deviceType ?? 'disk',
  guest_format: disk.guestFormat ?? null,
  tag: disk.tag ?? null,
  connection_info: disk.connectionInfo ?? null,
})

export const showAttachmentCommand: ServiceCommand = {
  name: 'volume_attachment show',
  summary: "Shows what compute has stored of a server's volume.",
  exitCodes: {
    2: 'there is no such server',
    3: 'the volume is not attached to the server',
  },
  words: 'INSTANCE VOLUME',
  options: {
    connection_info: { type: 'boolean', help: 'show only how the volume is connected' },
    json: { type: 'boolean', help: 'print JSON instead of a table' },
  },
  run: async (given, managed, say) => {
    const [serverId = '', volumeId = ''] = wordsOf(given, 'INSTANCE', 'VOLUME')
    const record = await findServer(managed.databases(), serverId)
    if (record === undefined)
      throw new UserError(`Instance ${serverId} could not be found.`, exitCodes.noServer)
    const disk = attachedVolume(record.disks, volumeId)
    if (disk === undefined)
      throw new UserError(
        `Volume ${volumeId} is not attached to instance ${serverId}.`,
        exitCodes.notAttached,
      )
    const isJson = given.flag('json')
    const shown = given.flag('connection_info') ? (disk.connectionInfo ?? {}) : propertiesOf(disk)
    say(propertiesAs(shown, { isJson }))
    return 0
  },
}
