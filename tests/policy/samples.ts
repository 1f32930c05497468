import type { Facts } from '@nimbo/http/route'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { givenSamples } from './given-samples.ts'
import { itemSamples } from './item-samples.ts'
import { makeIdentitySamples } from './identity-samples.ts'
import { makeKeySamples } from './key-samples.ts'
import { makeNetworkSamples } from './network-samples.ts'
import type { Samples } from './sampled.ts'
import { makeTelemetrySamples } from './telemetry-samples.ts'
import { makeVolumeSamples } from './volume-samples.ts'

/** Makes one of each kind of resource in a project, as a member who is not one of the personas. */
export const makeSamples = async (owner: Client, admin: Client): Promise<Samples> => {
  const own: Facts = { project_id: owner.projectId, user_id: owner.userId }
  const volume = await makeVolumeSamples(owner, admin)
  const group = await owner.compute.post('/os-server-groups', {
    server_group: { name: 'apart', policy: 'anti-affinity' },
  })
  const aggregate = await admin.compute.post('/os-aggregates', { aggregate: { name: 'rack' } })
  const imageId = await makeImage(owner)
  const flavorId = await makeFlavor(admin)
  const serverId = await bootServer(owner, { flavorRef: flavorId, imageRef: imageId })
  await serverInStatus(owner, serverId, 'ACTIVE')
  const memberId = crypto.randomUUID()
  await owner.image.post(`/v2/images/${imageId}/members`, { member: memberId })
  const namespace = await admin.image.post('/v2/metadefs/namespaces', {
    namespace: 'Sample::Hardware',
    visibility: 'public',
    owner: owner.projectId,
  })
  const network = await makeNetworkSamples(owner.projectId, admin)
  const identity = await makeIdentitySamples(owner, admin)
  const telemetry = await makeTelemetrySamples(owner)
  const keys = await makeKeySamples(owner)
  const { 'metric.metric_id': metricId = '', 'metric.resource_id': resourceId = '' } = telemetry.params
  const networkId = network.params.network_id ?? ''
  const image = { ...own, owner: owner.projectId, visibility: 'shared', image_id: imageId }
  return {
    given: givenSamples({ ...owner, domainId: identity.params.domain_id ?? '' }),
    items: await itemSamples(owner, { memberId, networkId, metricId, resourceId }),
    params: {
      ...network.params,
      ...volume.params,
      ...identity.params,
      ...telemetry.params,
      ...keys.params,
      account: `AUTH_${owner.projectId}`,
      container: 'box',
      object: 'thing',
      image_id: imageId,
      namespace_name: namespace.body.namespace,
      server_group_id: group.body.server_group.id,
      aggregate_id: String(aggregate.body.aggregate.id),
      member_id: memberId,
      project_id: owner.projectId,
      'compute.tenant_id': owner.projectId,
      flavor_id: flavorId,
      server_id: serverId,
    },
    hidden: [
      'image',
      'member',
      'server_group',
      'server',
      'server_even_lost',
      'server_even_deleted',
      ...network.hidden,
      ...telemetry.hidden,
      ...keys.hidden,
      ...volume.hidden,
    ],
    headers: { ...identity.headers, destination: 'box/copy' },
    facts: {
      ...network.facts,
      ...volume.facts,
      ...identity.facts,
      ...telemetry.facts,
      ...keys.facts,
      server_group: own,
      server: own,
      server_even_lost: own,
      server_even_deleted: own,
      image,
      namespace: { ...own, owner: owner.projectId, visibility: 'public' },
      member: { ...image, member_id: memberId },
    },
  }
}
