import { volumeClient, volumeVersion } from '@nimbo/clients/volume'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { internalContext } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { attachedVolume } from '../../attachments/attached-volume.ts'
import { readConnector } from '../../attachments/read-connector.ts'
import { refreshAttachment } from '../../attachments/refresh-attachment.ts'
import { findServer } from '../../find-server.ts'
import { wordsOf } from '../words-of.ts'

/** nova-manage's exit codes. */
const exitCodes = {
  missing: 2,
  unreadable: 3,
  noServer: 4,
  wrongState: 5,
  notAttached: 6,
  wrongHost: 7,
}

export const refreshAttachmentCommand: ServiceCommand = {
  name: 'volume_attachment refresh',
  summary: 'Connects a volume of a stopped server anew.',
  details:
    'CONNECTOR is a file that volume_attachment get_connector --json printed on the host of the server. The server is locked meanwhile.',
  exitCodes: {
    2: 'the file with the connector does not exist',
    3: 'the file with the connector cannot be read, or has none',
    4: 'there is no such server',
    5: 'the server is not stopped, or is locked',
    6: 'the volume is not attached to the server',
    7: 'the connector is that of another host',
  },
  words: 'INSTANCE VOLUME CONNECTOR',
  options: {},
  run: async (given, managed) => {
    const [serverId = '', volumeId = '', path = ''] = wordsOf(given, 'INSTANCE', 'VOLUME', 'CONNECTOR')
    const connector = await readConnector(path, exitCodes)
    const databases = managed.databases()
    const record = await findServer(databases, serverId)
    if (record === undefined)
      throw new UserError(`Instance ${serverId} could not be found.`, exitCodes.noServer)
    const disk = attachedVolume(record.disks, volumeId)
    if (disk === undefined)
      throw new UserError(
        `Volume ${volumeId} is not attached to instance ${serverId}.`,
        exitCodes.notAttached,
      )
    const { host } = record.server
    if (host !== connector.host)
      throw new UserError(
        `The connector is that of host ${connector.host}, and instance ${serverId} is on host ${host}.`,
        exitCodes.wrongHost,
      )
    const isDone = await managed.asService(
      volumeApi,
      (volume) =>
        refreshAttachment({ volume: volumeClient(volume), clock: databases.clock }, internalContext(), {
          ...{ record, connector },
          disk: { ...disk, volumeId },
        }),
      volumeVersion,
    )
    if (isDone) return 0
    throw new UserError(
      `Instance ${serverId} must be stopped, unlocked and without a task.`,
      exitCodes.wrongState,
    )
  },
}
