import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeRoutedNetwork } from '@nimbo/testkit/make-routed-network'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

const environment = {
  OS_SCHEDULER__QUERY_PLACEMENT_FOR_ROUTED_NETWORK_AGGREGATES: 'true',
  OS_LINUX_BRIDGE__PHYSICAL_INTERFACE_MAPPINGS: 'physnet9:eth9',
}

inEachShape(
  'the candidates that placement gives the scheduler',
  { hosts: 2, environment, distributedByName: true },
  (cloud) => {
    let ada: Client
    let order: { readonly imageRef: string; readonly flavorRef: string; readonly networks: unknown }

    before(async () => {
      ada = await cloud().person('ada')
      const flavorRef = await makeFlavor(cloud().admin)
      order = { imageRef: await makeImage(ada), flavorRef, networks: 'none' }
    })

    /** The ids of a host's service, and of its provider in placement. */
    const hostNamed = async (name: string) => {
      const { compute, placement } = cloud().admin
      const { services } = (await compute.get(`/os-services?binary=nova-compute&host=${name}`)).body
      const { resource_providers } = (await placement.get(`/resource_providers?name=${name}`)).body
      return { service: services[0].id, provider: resource_providers[0].uuid }
    }
    const traitsOf = async (name: string): Promise<readonly string[]> => {
      const { provider } = await hostNamed(name)
      return (await cloud().admin.placement.get(`/resource_providers/${provider}/traits`)).body.traits
    }
    const setService = async (name: string, change: object) => {
      const { service } = await hostNamed(name)
      const { status, body } = await cloud().admin.compute.put(`/os-services/${service}`, change)
      assert.equal(status, 200, JSON.stringify(body))
    }

    const bootsOn = async (parts: object): Promise<string | null | undefined> => {
      const id = await bootServer(ada, { ...order, ...parts })
      await serverInStatus(ada, id, 'ACTIVE')
      return (await showServer(cloud().admin, id))['OS-EXT-SRV-ATTR:host']
    }
    /** A host with servers cannot change its zone. */
    const removeServers = async () => {
      const { servers } = (await ada.compute.get('/servers')).body as { servers: { id: string }[] }
      for (const { id } of servers) await ada.compute.delete(`/servers/${id}`)
      for (const { id } of servers) await serverGone(ada, id)
    }
    /** Boots a server that no host takes; gives the reason, in the details that only admins see. */
    const whyNot = async (parts: object): Promise<string> => {
      const id = await bootServer(ada, { ...order, ...parts })
      await serverInStatus(ada, id, 'ERROR')
      return (await showServer(cloud().admin, id)).fault?.details ?? ''
    }

    it('are no hosts whose compute service is disabled', async () => {
      const [first = '', second = ''] = cloud().hosts.names
      for (const name of [first, second]) assert.ok((await traitsOf(name)).includes('OWNER_NOVA'), name)
      await setService(first, { status: 'disabled', disabled_reason: 'repair' })
      assert.ok((await traitsOf(first)).includes('COMPUTE_STATUS_DISABLED'))
      assert.equal(await bootsOn({}), second)
      await setService(second, { status: 'disabled' })
      const told = await whyNot({})
      assert.match(told, new RegExp(`^${first}: Placement: its compute service is disabled: repair$`, 'm'))
      assert.match(told, new RegExp(`^${second}: Placement: its compute service is disabled$`, 'm'))
      for (const name of [first, second]) await setService(name, { status: 'enabled' })
      assert.ok(!(await traitsOf(first)).includes('COMPUTE_STATUS_DISABLED'))
    })

    it('are in the availability zone that is asked for', async () => {
      const { compute, placement } = cloud().admin
      const [first = '', second = ''] = cloud().hosts.names
      const made = await compute.post('/os-aggregates', {
        aggregate: { name: 'east', availability_zone: 'east' },
      })
      const { id, uuid } = made.body.aggregate
      await removeServers()
      const added = await compute.post(`/os-aggregates/${id}/action`, { add_host: { host: second } })
      assert.equal(added.status, 200, JSON.stringify(added.body))
      const { provider } = await hostNamed(second)
      const mirrored = await placement.get(`/resource_providers/${provider}/aggregates`)
      assert.deepEqual(mirrored.body.aggregates, [uuid])
      assert.equal(await bootsOn({ availability_zone: 'east' }), second)
      await setService(second, { status: 'disabled' })
      const told = await whyNot({ availability_zone: 'east' })
      assert.match(told, new RegExp(`^${first}: Placement: is not in availability zone east$`, 'm'))
      await setService(second, { status: 'enabled' })
    })

    it('have the traits for remote-managed ports, and for the TPM secret security of the flavor', async () => {
      const network = await makeNetwork(ada)
      const asked = { port: { network_id: network.id, 'binding:vnic_type': 'remote-managed' } }
      const made = await cloud().admin.network.post('/v2.0/ports', {
        port: { ...asked.port, project_id: ada.projectId },
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const remote = await whyNot({ networks: [{ port: made.body.port.id }] })
      assert.match(remote, /lacks the trait COMPUTE_REMOTE_MANAGED_PORTS/)
      const extraSpecs = { 'hw:tpm_version': '2.0', 'hw:tpm_secret_security': 'host' }
      const flavorRef = await makeFlavor(cloud().admin, { name: 'trusted', extraSpecs })
      assert.match(await whyNot({ flavorRef }), /lacks the trait COMPUTE_SECURITY_TPM_SECRET_SECURITY_HOST/)
    })

    it('are on a segment of a routed network', async () => {
      const { compute, network, placement } = cloud().admin
      const [first = '', second = ''] = cloud().hosts.names
      const { id: network_id, segmentId } = await makeRoutedNetwork(cloud().admin, 'physnet9')
      const inventory = async () =>
        (await placement.get(`/resource_providers/${segmentId}/inventories`)).body.inventories?.IPV4_ADDRESS
      const offers = async (total: number, reserved: number) =>
        eventually(async () => {
          const { total: known, reserved: taken } = (await inventory()) ?? {}
          assert.deepEqual([known, taken], [total, reserved])
        })
      await offers(254, 2)
      const name = `Neutron segment id ${segmentId}`
      const aggregate = await eventually(async () => {
        const { aggregates } = (await compute.get('/os-aggregates')).body
        const found = aggregates.find((one: { name: string }) => one.name === name)
        assert.deepEqual(found?.hosts.toSorted(), [first, second].toSorted())
        return found
      })
      await eventually(async () => {
        const { aggregates } = (await placement.get(`/resource_providers/${segmentId}/aggregates`)).body
        assert.deepEqual(
          aggregates,
          [aggregate.uuid],
          "the segment's aggregate in placement, set after its hosts",
        )
      })
      const { port } = (await network.post('/v2.0/ports', { port: { network_id, 'binding:host_id': first } }))
        .body
      await offers(254, 3)
      assert.equal((await network.delete(`/v2.0/ports/${port.id}`)).status, 204)
      await offers(254, 2)

      const networks = [{ uuid: network_id }]
      const left = { remove_host: { host: first } }
      assert.equal((await compute.post(`/os-aggregates/${aggregate.id}/action`, left)).status, 200)
      const server = await bootServer(ada, { ...order, networks })
      await serverInStatus(ada, server, 'ACTIVE')
      assert.equal((await showServer(cloud().admin, server))['OS-EXT-SRV-ATTR:host'], second)
      assert.equal((await inventory()).reserved, 2, 'addresses of servers are allocated, not reserved')
      await setService(second, { status: 'disabled' })
      const told = await whyNot({ networks })
      assert.match(told, new RegExp(`^${first}: Placement: is on no segment of network ${network_id}$`, 'm'))
      await setService(second, { status: 'enabled' })

      await ada.compute.delete(`/servers/${server}`)
      await eventually(async () => {
        assert.equal((await ada.compute.get(`/servers/${server}`)).status, 404)
        assert.equal((await network.delete(`/v2.0/networks/${network_id}`)).status, 204)
      })
      await eventually(async () => {
        assert.equal((await placement.get(`/resource_providers/${segmentId}`)).status, 404)
        const { aggregates } = (await compute.get('/os-aggregates')).body
        assert.ok(!aggregates.some((one: { name: string }) => one.name === name))
      })
    })
  },
)
