import { resume } from '@nimbo/contracts/compute/actions/resume'
import { suspend } from '@nimbo/contracts/compute/actions/suspend'
import { openRemoteConsole } from '@nimbo/contracts/compute/remote-consoles'
import { deleteServer } from '@nimbo/contracts/compute/servers'
import { deleteImage, showImage } from '@nimbo/contracts/image/images'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { resourceErrors } from '../../resource-type/errors.ts'
import { given, namesOf, subnetsOf } from '../also-needed.ts'
import { diskProblems } from './block-devices.ts'
import { createServerOf } from './create-server.ts'
import { leadAddresses } from './floating-ips-of-server.ts'
import { deleteInternalPorts } from './internal-ports.ts'
import { hasCome, liveServer } from './live-server.ts'
import { addressesInFull, firstAddress, networksWithIds } from './server-addresses.ts'
import { arePlugged } from './server-interfaces.ts'
import { networkProblems } from './server-networks.ts'
import { serverProperties } from './server-properties.ts'
import { snapshotOf } from './snapshot-of-server.ts'
import { hasSettled, isCollecting, serverNeedsReplacement, updateServerOf } from './update-server.ts'
import { collectingWhere, collectProblems, keptCollectConfig } from '../heat/collect-config.ts'
import { dropMetadata } from '../heat/metadata-object.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const server = defineResourceType({
  type: 'OS::Nova::Server',
  properties: serverProperties,

  client: 'compute',
  longestName: 53,
  collecting: collectingWhere(isCollecting),
  validate: (values) => [
    ...diskProblems(values),
    ...networkProblems(values),
    ...(isCollecting(values) ? collectProblems(values.software_config_transport) : []),
  ],
  needs: (own, all) => {
    const networks = given(own, 'networks')
    return Array.isArray(networks)
      ? namesOf(networks.flatMap((one) => subnetsOf(all, one?.network ?? one?.uuid)))
      : []
  },
  create: createServerOf,
  isCreated: async (handling) => {
    if (!hasCome(await liveServer(handling), 'ACTIVE')) return false
    await leadAddresses(handling)
    return true
  },
  show: liveServer,
  isUsable: async (handling) => {
    const server = await unlessNotFound(liveServer(handling))
    return server !== undefined && !['ERROR', 'DELETED', 'SOFT_DELETED'].includes(server.status)
  },
  check: async (handling) => {
    const live = await liveServer(handling)
    if (!hasCome(live, 'ACTIVE'))
      throw resourceErrors.ResourceUnknownStatus({ status: live.status, result: 'Server is not active' })
  },
  needsReplacement: serverNeedsReplacement,
  update: updateServerOf,
  isUpdated: async (handling, change) => {
    if (!(await hasSettled(handling, change)) || !(await arePlugged(handling, change))) return false
    if (change.changed.has('networks')) await leadAddresses(handling)
    return true
  },
  observed: ({ name, metadata, tags }) => ({ name, metadata, tags }),
  delete: async (handling) => {
    const { clients, id } = handling
    await unlessNotFound(clients.compute.call(deleteServer, { path: { server_id: id } }))
    await dropMetadata(handling)
  },
  isDeleted: async (handling) => {
    const server = await unlessNotFound(liveServer(handling))
    if (server === undefined || server.status === 'DELETED' || server.status === 'SOFT_DELETED') {
      await deleteInternalPorts(handling)
      return true
    }
    if (server.status === 'ERROR' && server['OS-EXT-STS:task_state'] === null) hasCome(server, 'DELETED')
    return false
  },
  suspend: async (handling) => {
    const path = { server_id: handling.id }
    if ((await liveServer(handling)).status !== 'SUSPENDED')
      await handling.clients.compute.call(suspend.operation, { path, body: { suspend: null } })
  },
  isSuspended: async (handling) => hasCome(await liveServer(handling), 'SUSPENDED'),
  resume: async (handling) => {
    const path = { server_id: handling.id }
    if ((await liveServer(handling)).status !== 'ACTIVE')
      await handling.clients.compute.call(resume.operation, { path, body: { resume: null } })
  },
  isResumed: async (handling) => hasCome(await liveServer(handling), 'ACTIVE'),
  snapshot: async (handling) => ({ snapshot_image_id: await snapshotOf(handling) }),
  isSnapshotted: async ({ clients }, { snapshot_image_id = '' }) => {
    const { status } = await clients.image.call(showImage, { path: { image_id: snapshot_image_id } })
    return status === 'active'
  },
  deleteSnapshot: async ({ clients }, { snapshot_image_id = '' }) => {
    await unlessNotFound(clients.image.call(deleteImage, { path: { image_id: snapshot_image_id } }))
  },
  restore: ({ snapshot_image_id = '' }) => ({ image: snapshot_image_id }),
  attributes: {
    name: { type: 'string' },
    addresses: {
      type: 'map',
      support: { since: '11.0.0' },
      of: (live, { clients }) => addressesInFull(clients, live),
    },
    networks: { type: 'map', of: (live, { clients }) => networksWithIds(clients, live) },
    first_address: { support: { status: 'HIDDEN', since: '5.0.0' }, of: firstAddress },
    instance_name: { type: 'string', of: (live) => live['OS-EXT-SRV-ATTR:instance_name'] },
    accessIPv4: { type: 'string', support: { status: 'DEPRECATED', since: '14.0.0' } },
    accessIPv6: { type: 'string', support: { status: 'DEPRECATED', since: '14.0.0' } },
    console_urls: {
      type: 'map',
      support: { since: '2015.1' },
      of: async (_live, { clients, id }) => {
        const { remote_console } = await clients.compute.call(openRemoteConsole, {
          path: { server_id: id },
          body: { remote_console: { protocol: 'vnc', type: 'novnc' } },
        })
        return { novnc: remote_console.url }
      },
    },
    tags: { type: 'list', support: { since: '8.0.0' } },
    os_collect_config: {
      type: 'map',
      support: { since: '9.0.0' },
      of: (_live, { resource }) => keptCollectConfig(resource.data) ?? {},
    },
  },
})
