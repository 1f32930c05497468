import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Handling } from '../../resource-type/handling.ts'
import { keptCollectConfig, openCollecting } from '../heat/collect-config.ts'
import { showConfig } from '../heat/kept-config.ts'
import { isId } from '../is-id.ts'
import { mimeOf, type Part } from '../mime.ts'
import type { ServerProperties } from './server-properties.ts'

type Server = Handling<ServerProperties>

/** The template's user data; the id of a config is replaced by the config's text. */
const givenText = async (server: Server): Promise<string> => {
  const { user_data, user_data_format } = server.properties
  if (user_data_format === 'HEAT_CFNTOOLS' || !isId(user_data)) return user_data
  try {
    return String((await showConfig(server, user_data)).config)
  } catch (error) {
    if (isRemote(error, 404)) return user_data
    throw error
  }
}

/** The initial metadata for agents at boot, with where they fetch updates of it. */
const firstMetadata = async (server: Server): Promise<Part> => {
  const collecting = keptCollectConfig(server.resource.data) ?? (await openCollecting(server, ['ec2']))
  const metadata = { ...server.resource.metadata, deployments: [], 'os-collect-config': collecting }
  return { text: JSON.stringify(metadata), subtype: 'x-cfninitdata', filename: 'cfn-init-data' }
}

const subtypeOf = (text: string): string => {
  if (text.startsWith('#!')) return 'x-shellscript'
  return text.startsWith('#cloud-config') ? 'cloud-config' : 'plain'
}

const textOf = async (server: Server): Promise<string | undefined> => {
  const text = await givenText(server)
  switch (server.properties.user_data_format) {
    case 'RAW':
      return text === '' ? undefined : text
    case 'SOFTWARE_CONFIG': {
      // A config that is a multipart message is used as a part unchanged.
      const isWhole = text.startsWith('Content-Type: multipart/')
      const own =
        text === '' ? [] : [isWhole ? { text, subtype: '', isWhole } : { text, subtype: subtypeOf(text) }]
      return mimeOf([...own, await firstMetadata(server)])
    }
    case 'HEAT_CFNTOOLS':
      return mimeOf([{ text, subtype: 'x-cfninitdata', filename: 'cfn-userdata' }])
  }
}

/** The base64-encoded user data for cloud-init in the template's format; undefined if there is none. */
export const userDataOf = async (server: Server): Promise<string | undefined> => {
  const text = await textOf(server)
  return text === undefined ? undefined : Buffer.from(text).toString('base64')
}
