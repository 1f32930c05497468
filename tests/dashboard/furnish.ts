import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'

const makeNetwork = async (
  { admin: { network } }: TestCloud,
  name: string,
  cidr: string,
  outside = false,
) => {
  const asked = { name, ...(outside ? { 'router:external': true } : {}) }
  const { id }: { id: string } = (await network.post('/v2.0/networks', { network: asked })).body.network
  const subnet = await network.post('/v2.0/subnets', {
    subnet: { network_id: id, name, cidr, ip_version: 4 },
  })
  return { id, subnetId: String(subnet.body.subnet.id) }
}

/** Creates a stack whose resources depend on each other; returns the key of its page. */
const makeStack = async ({ admin: { orchestration, projectId } }: TestCloud): Promise<string> => {
  const template = {
    heat_template_version: '2018-08-31',
    resources: {
      net: { type: 'OS::Neutron::Net' },
      subnet: {
        type: 'OS::Neutron::Subnet',
        properties: { network: { get_resource: 'net' }, cidr: '10.7.0.0/24' },
      },
      router: { type: 'OS::Neutron::Router' },
      way: {
        type: 'OS::Neutron::RouterInterface',
        properties: { router: { get_resource: 'router' }, subnet: { get_resource: 'subnet' } },
      },
      door: {
        type: 'OS::Neutron::Port',
        properties: { network: { get_resource: 'net' } },
        depends_on: 'subnet',
      },
    },
  }
  const made = await orchestration.post(`/v1/${projectId}/stacks`, { stack_name: 'shop', template })
  return `shop ${made.body.stack.id}`
}

export interface Furnished {
  readonly server: string
  readonly stack: string
}

/** Fills a cloud with the networks, servers, volumes and a stack of a small company; returns the ids of some of them. */
export const furnish = async (cloud: TestCloud): Promise<Furnished> => {
  const { admin } = cloud
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(admin)])
  const outside = await makeNetwork(cloud, 'public', '172.24.4.0/24', true)
  const networks = [
    await makeNetwork(cloud, 'front', '10.0.0.0/24'),
    await makeNetwork(cloud, 'back', '10.0.1.0/24'),
  ]
  const gateway = { name: 'gateway', external_gateway_info: { network_id: outside.id } }
  const { id: routerId } = (await admin.network.post('/v2.0/routers', { router: gateway })).body.router
  for (const { subnetId } of networks)
    await admin.network.put(`/v2.0/routers/${routerId}/add_router_interface`, { subnet_id: subnetId })
  const servers: string[] = []
  for (const [index, name] of ['web-1', 'web-2', 'database', 'mail'].entries())
    servers.push(
      await bootServer(admin, {
        flavorRef,
        imageRef,
        name,
        networks: [{ uuid: networks[index % 2]?.id ?? '' }],
      }),
    )
  for (const id of servers) await serverInStatus(admin, id, 'ACTIVE')
  await makeVolume(admin)
  return { server: servers[0] ?? '', stack: await makeStack(cloud) }
}
