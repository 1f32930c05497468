import { createServer, listServersInFull } from '@nimbo/contracts/compute/servers'
import type { Handling } from '../../resource-type/handling.ts'
import { isRefusal } from '../../resource-type/is-refusal.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { textPairs } from '../changed-keys.ts'
import { shownUnder, idOf } from '../field-of.ts'
import { blockDevicesOf } from './block-devices.ts'
import { dropUnusedPorts } from './internal-ports.ts'
import { networksOf } from './server-networks.ts'
import type { ServerProperties } from './server-properties.ts'
import { userDataOf } from './user-data.ts'

/** The newest microversion that accepts `personality`. */
const versionOfFiles = '2.56'

const bodyOf = async (handling: Handling<ServerProperties>, name: string) => {
  const { properties } = handling
  const { flavor, image, admin_pass, key_name, availability_zone, config_drive, diskConfig, tags } =
    properties
  const { personality, security_groups, scheduler_hints, metadata } = properties
  const files = Object.entries(personality).map(([path, text]) => ({
    path,
    contents: Buffer.from(String(text)).toString('base64'),
  }))
  const server = present({
    ...{ name, flavorRef: flavor, imageRef: image, adminPass: admin_pass || undefined },
    ...{ key_name, availability_zone, config_drive, 'OS-DCF:diskConfig': diskConfig },
    tags: tags === undefined ? undefined : [...tags],
    metadata: textPairs(metadata),
    networks: await networksOf(handling),
    security_groups:
      security_groups.length === 0 ? undefined : security_groups.map((one) => ({ name: String(one) })),
    user_data: await userDataOf(handling),
    block_device_mapping_v2: blockDevicesOf(properties),
    personality: files.length === 0 ? undefined : files,
  })
  return { body: present({ server, 'os:scheduler_hints': scheduler_hints }), hasFiles: files.length > 0 }
}

/** Creates a server, and the ports it needs. */
export const createServerOf = (handling: Handling<ServerProperties>): Promise<string> => {
  const { clients, properties, resource, attempt } = handling
  const name = properties.name ?? resource.physicalName
  return makeOnce(attempt, {
    make: async () => {
      try {
        const { body, hasFiles } = await bodyOf(handling, name)
        const version = hasFiles ? { version: versionOfFiles } : {}
        const reply = await clients.compute.perform(createServer, { ...version, body })
        return idOf(shownUnder(reply.body, 'server'))
      } catch (error) {
        if (isRefusal(error)) await dropUnusedPorts(handling, properties.networks ?? [])
        throw error
      }
    },
    find: async () => {
      // The name filter is a regular expression.
      const { servers } = await clients.compute.call(listServersInFull, { query: { name: `^${name}$` } })
      return servers.flatMap((one) => ('name' in one ? [{ id: one.id, created_at: one.created }] : []))
    },
  })
}
