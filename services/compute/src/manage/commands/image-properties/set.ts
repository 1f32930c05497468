import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import type { Given } from '@nimbo/service/manage/command'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { requireHardware } from '../../../domain/hardware/require-hardware.ts'
import { faultOfProperty } from '../../../domain/images/known-properties.ts'
import type { Server } from '../../../domain/servers/server.ts'
import { findServer } from '../../find-server.ts'
import { openApi } from '../../find-cell.ts'
import { setImageProperties } from '../../set-image-properties.ts'
import { wordsOf } from '../words-of.ts'

/** nova-manage's exit codes, as documented. */
const exitCodes = { noServer: 2, wrongState: 3, badName: 4, badValue: 5 }

/** The given properties; throws when one is none that servers are made by. */
const propertiesIn = (given: Given): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given.texts('property').map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new UserError(`--property takes NAME=VALUE, not ${text}`, exitCodes.badName)
      const [name, value] = [text.slice(0, at), text.slice(at + 1)]
      const fault = faultOfProperty(name, value)
      if (fault === 'name') throw new UserError(`Invalid image property name ${name}.`, exitCodes.badName)
      if (fault === 'value')
        throw new UserError(`Invalid value of image property ${name}: ${value}`, exitCodes.badValue)
      return [name, value]
    }),
  )

/** Throws when flavor and image properties contradict each other, so that no guest could be made by them. */
const requirePossible = (
  { flavor }: Pick<Server, 'flavor'>,
  imageProperties: Server['imageProperties'],
): void => {
  try {
    requireHardware({ flavor, imageProperties })
  } catch (error) {
    throw new UserError(messageOf(error), exitCodes.badValue)
  }
}

export const setImagePropertyCommand: ServiceCommand = {
  name: 'image_property set',
  summary: 'Changes properties of its image that are stored with a server.',
  details: 'The server must be stopped or shelved. Its guest has the new hardware when it is started.',
  exitCodes: {
    2: 'there is no such server',
    3: 'the server is neither stopped nor shelved, or has a task',
    4: 'a property has no name that is known, or no value',
    5: 'a property cannot have this value, or not with this flavor',
  },
  words: 'INSTANCE',
  options: {
    property: {
      type: 'string',
      value: 'NAME=VALUE',
      help: 'property to set',
      multiple: true,
      required: true,
    },
  },
  run: async (given, managed) => {
    const [serverId = ''] = wordsOf(given, 'INSTANCE')
    const properties = propertiesIn(given)
    const host = managed.databases()
    const record = await findServer(host, serverId)
    if (record === undefined)
      throw new UserError(`Instance ${serverId} could not be found.`, exitCodes.noServer)
    const { server } = record
    const all = { ...server.imageProperties, ...properties }
    requirePossible(server, all)
    const databases = { api: await openApi(host), clock: host.clock }
    if (await setImageProperties(databases, record, all)) return 0
    throw new UserError(
      `Instance ${serverId} must be stopped or shelved, and without a task; it is ${server.vmState}.`,
      exitCodes.wrongState,
    )
  },
}
