import { changePassword } from '@nimbo/contracts/compute/actions/change-password'
import { confirmResize } from '@nimbo/contracts/compute/actions/confirm-resize'
import { resize } from '@nimbo/contracts/compute/actions/resize'
import { rebuild } from '@nimbo/contracts/compute/actions/rebuild'
import { replaceMetadata, replaceTags } from '@nimbo/contracts/compute/server-parts'
import { updateServer } from '@nimbo/contracts/compute/servers'
import type { Change, Standing } from '../../resource-type/handling.ts'
import { present } from '../../resource-type/present.ts'
import { textPairs } from '../changed-keys.ts'
import { openCollecting } from '../heat/collect-config.ts'
import { hasCome, liveServer } from './live-server.ts'
import type { ServerProperties } from './server-properties.ts'
import { changeInterfaces } from './server-interfaces.ts'
import { userDataOf } from './user-data.ts'

type Server = Standing<ServerProperties>

/** Whether these changes rebuild the server. */
const isRebuilt = ({ user_data_update_policy }: ServerProperties, changed: ReadonlySet<string>): boolean =>
  changed.has('image') || (changed.has('user_data') && user_data_update_policy === 'REBUILD')

const rebuildServer = async (handling: Server): Promise<void> => {
  const { clients, id, properties, remember, resource, attempt } = handling
  const server = await liveServer({ clients, id })
  // An earlier run requested the rebuild already.
  if (resource.data.rebuilt === attempt.startedAt) return
  const { image = server.image === '' ? '' : server.image.id, admin_pass, image_update_policy } = properties
  await clients.compute.call(rebuild.operation, {
    path: { server_id: id },
    body: {
      rebuild: present({
        imageRef: image,
        adminPass: admin_pass || undefined,
        user_data: (await userDataOf(handling)) ?? null,
        preserve_ephemeral: image_update_policy === 'REBUILD_PRESERVE_EPHEMERAL' || undefined,
      }),
    },
  })
  await remember({ rebuilt: attempt.startedAt })
}

/** Requests the resize. Idempotent for the same step. */
const resizeServer = async ({
  clients,
  id,
  properties,
  resource,
  attempt,
  remember,
}: Server): Promise<void> => {
  const step = `${properties.flavor} ${attempt.startedAt}`
  if (resource.data.resized === step) return
  const body = { resize: { flavorRef: properties.flavor } }
  await clients.compute.call(resize.operation, { path: { server_id: id }, body })
  await remember({ resized: step })
}

/** Whether a rebuild or resize is complete and the server ACTIVE; confirms a resize. */
export const hasSettled = async (server: Server, { changed }: Change<ServerProperties>): Promise<boolean> => {
  const { clients, id, resource, properties, attempt } = server
  const live = await liveServer(server)
  if (live.status === 'VERIFY_RESIZE' && live['OS-EXT-STS:task_state'] === null) {
    const body = { confirmResize: null }
    await clients.compute.call(confirmResize.operation, { path: { server_id: id }, body })
    return false
  }
  if (!hasCome(live, 'ACTIVE')) return false
  // After a rebuild, the resize is requested next.
  if (changed.has('flavor') && resource.data.resized !== `${properties.flavor} ${attempt.startedAt}`) {
    await resizeServer(server)
    return false
  }
  return true
}

/** Whether agents in the server fetch software configuration. */
export const isCollecting = ({ user_data_format }: Partial<ServerProperties>): boolean =>
  user_data_format === 'SOFTWARE_CONFIG'

/** Applies changes that are immediate, and starts a rebuild or resize. */
export const updateServerOf = async (server: Server, change: Change<ServerProperties>): Promise<void> => {
  const { clients, id, properties, resource } = server
  const { changed } = change
  const path = { server_id: id }
  if (changed.has('name'))
    await clients.compute.call(updateServer, {
      path,
      body: { server: { name: properties.name ?? resource.physicalName } },
    })
  if (changed.has('metadata'))
    await clients.compute.call(replaceMetadata, { path, body: { metadata: textPairs(properties.metadata) } })
  if (changed.has('tags'))
    await clients.compute.call(replaceTags, { path, body: { tags: [...(properties.tags ?? [])] } })
  if (changed.has('admin_pass') && properties.admin_pass !== undefined && !isRebuilt(properties, changed))
    await clients.compute.call(changePassword.operation, {
      path,
      body: { changePassword: { adminPass: properties.admin_pass } },
    })
  if (changed.has('networks')) await changeInterfaces(server, change)
  if (
    isCollecting(properties) &&
    (changed.has('software_config_transport') || changed.has('deployment_swift_data'))
  )
    await openCollecting(server, ['ec2'])
  if (isRebuilt(properties, changed)) await rebuildServer(server)
  else if (changed.has('flavor')) await resizeServer(server)
}

/** Whether a change requires a replacement of the server. */
export const serverNeedsReplacement = (
  values: Partial<ServerProperties>,
  { changed }: Change<ServerProperties>,
): boolean =>
  (changed.has('flavor') && values.flavor_update_policy === 'REPLACE') ||
  (changed.has('image') && (values.image_update_policy === 'REPLACE' || values.image === undefined)) ||
  (changed.has('user_data') && values.user_data_update_policy === 'REPLACE')
