import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'

const environment = {
  OS_QUOTA__DRIVER: 'nova.quota.UnifiedLimitsDriver',
  OS_DEFAULT__USE_KEYSTONE_LIMITS: 'true',
  OS_DEFAULT__QUOTA_DRIVER: 'cinder.quota.UnifiedLimitsDriver',
  OS_QUOTAS__QUOTA_DRIVER: 'neutron.quota.UnifiedLimitsDriver',
}

/** A changed limit takes effect within seconds. */
const soon = { withinMs: 60_000 }

inEachShape('unified limits in identity', { environment, distributedByName: true }, (cloud) => {
  let ada: Client
  let wanted: Readonly<Record<string, unknown>>
  const services: Record<string, string> = {}

  const register = async (type: string, limits: Readonly<Record<string, number>>): Promise<void> => {
    const registered_limits = Object.entries(limits).map(([resource_name, default_limit]) => ({
      ...{ service_id: services[type], resource_name, default_limit },
    }))
    const made = await cloud().admin.identity.post('/v3/registered_limits', { registered_limits })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  const limitAda = async (type: string, resource_name: string, resource_limit: number): Promise<void> => {
    const limit = { service_id: services[type], project_id: ada.projectId, resource_name, resource_limit }
    const made = await cloud().admin.identity.post('/v3/limits', { limits: [limit] })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  const ask = async (more: Readonly<Record<string, unknown>> = {}) =>
    ada.compute.post('/servers', { server: { name: 'more', networks: 'none', ...wanted, ...more } })

  before(async () => {
    ada = await cloud().person('ada')
    for (const type of ['compute', 'image', 'volumev3', 'network']) {
      const { body } = await cloud().admin.identity.get(`/v3/services?type=${type}`)
      services[type] = body.services[0].id
    }
    await register('image', {
      ...{ image_size_total: 1_000, image_stage_total: 1_000 },
      ...{ image_count_total: 2, image_count_uploading: 5 },
    })
    await makeNetwork(ada)
    wanted = { flavorRef: await makeFlavor(cloud().admin), imageRef: await makeImage(ada) }
  })

  it('allow no servers while no limit of servers is registered', async () => {
    const refused = await ask()
    assert.equal(refused.status, 403, JSON.stringify(refused.body))
    assert.match(
      refused.body.forbidden.message,
      /Resource servers is over limit of 0 due to current usage 0 and delta 1/,
    )
  })

  it('allow a project as many servers as the registered limit says', async () => {
    await register('compute', { servers: 2, 'class:VCPU': 10, server_metadata_items: 1, server_key_pairs: 1 })
    await eventually(async () => {
      const { body } = await ada.compute.get('/limits')
      const { maxTotalInstances, maxTotalCores, maxTotalRAMSize } = body.limits.absolute
      assert.deepEqual([maxTotalInstances, maxTotalCores, maxTotalRAMSize], [2, 10, -1])
    }, soon)
    await serverInStatus(ada, await bootServer(ada, wanted), 'ACTIVE')
    await serverInStatus(ada, await bootServer(ada, wanted), 'ACTIVE')
    assert.equal((await ask()).status, 403)
  })

  it('of a project take precedence over the registered ones', async () => {
    await limitAda('compute', 'servers', 5)
    await limitAda('compute', 'class:VCPU', 2)
    await eventually(async () => {
      const refused = await ask()
      assert.match(
        refused.body.forbidden?.message ?? '',
        /Resource class:VCPU is over limit of 2 due to current usage 2 and delta 1/,
      )
    }, soon)
  })

  it('apply to the metadata of a server and the key pairs of a user too', async () => {
    const overfull = await ask({ metadata: { one: '1', two: '2' } })
    assert.equal(overfull.status, 403, JSON.stringify(overfull.body))
    const pair = (name: string) =>
      ada.compute.post('/os-keypairs', { keypair: { name } }, { 'openstack-api-version': 'compute 2.1' })
    assert.equal((await pair('one')).status, 200)
    assert.equal((await pair('two')).status, 403)
  })

  it('apply to every resource class of a flavor, in boots, resizes and unshelves, by allocations', async () => {
    await register('compute', { 'class:DISK_GB': 1, 'class:CUSTOM_LICENSE': 1 })
    const bob = await cloud().person('bob')
    const imageRef = await makeImage(bob)
    const licensed = await makeFlavor(cloud().admin, {
      ...{ name: 'licensed', extraSpecs: { 'resources:CUSTOM_LICENSE': '2' } },
    })
    const boot = (flavorRef: unknown) =>
      bob.compute.post('/servers', { server: { name: 'his', networks: 'none', imageRef, flavorRef } })
    const unlicensed = await boot(licensed)
    assert.equal(unlicensed.status, 403, JSON.stringify(unlicensed.body))
    assert.match(
      unlicensed.body.forbidden.message,
      /class:CUSTOM_LICENSE is over limit of 1 due to current usage 0 and delta 2/,
    )
    const id = await bootServer(bob, { ...wanted, imageRef })
    await serverInStatus(bob, id, 'ACTIVE')
    const full = await boot(wanted.flavorRef)
    assert.equal(full.status, 403, JSON.stringify(full.body))
    assert.match(
      full.body.forbidden.message,
      /class:DISK_GB is over limit of 1 due to current usage 1 and delta 1/,
    )
    const flavorRef = await makeFlavor(cloud().admin, { name: 'wide', disk: 2 })
    const grown = await bob.compute.post(`/servers/${id}/action`, { resize: { flavorRef } })
    assert.equal(grown.status, 403, JSON.stringify(grown.body))
    assert.match(
      grown.body.forbidden.message,
      /class:DISK_GB is over limit of 1 due to current usage 1 and delta 2/,
    )
    const act = (action: string) => bob.compute.post(`/servers/${id}/action`, { [action]: null })
    assert.equal((await act('shelve')).status, 202)
    await serverInStatus(bob, id, 'SHELVED_OFFLOADED')
    const another = await bootServer(bob, { ...wanted, imageRef })
    await serverInStatus(bob, another, 'ACTIVE')
    const back = await act('unshelve')
    assert.equal(back.status, 403, JSON.stringify(back.body))
    assert.match(
      back.body.forbidden.message,
      /class:DISK_GB is over limit of 1 due to current usage 1 and delta 1/,
    )
  })

  it('apply to dedicated CPUs as PCPU, and are checked again when servers are scheduled', async () => {
    await register('compute', { 'class:PCPU': 1 })
    const carol = await cloud().person('carol')
    const imageRef = await makeImage(carol)
    const boot = (flavorRef: unknown) =>
      carol.compute.post('/servers', { server: { name: 'hers', networks: 'none', imageRef, flavorRef } })
    const extraSpecs = { 'hw:cpu_policy': 'dedicated' }
    const pinned = await boot(await makeFlavor(cloud().admin, { name: 'pinned', vcpus: 2, extraSpecs }))
    assert.equal(pinned.status, 403, JSON.stringify(pinned.body))
    assert.match(
      pinned.body.forbidden.message,
      /class:PCPU is over limit of 1 due to current usage 0 and delta 2/,
    )
    // When both are requested at once, neither has an allocation yet: the API may accept both, but the scheduler does not.
    const asked = await Promise.all([boot(wanted.flavorRef), boot(wanted.flavorRef)])
    const accepted = asked.filter(({ status }) => status === 202)
    assert.ok(accepted.length > 0)
    await eventually(async () => {
      const { body } = await carol.compute.get('/servers/detail')
      const statuses = body.servers.map(({ status }: { readonly status: string }) => status)
      assert.ok(
        statuses.every((status: string) => status !== 'BUILD'),
        statuses.join(),
      )
      assert.ok(statuses.filter((status: string) => status === 'ACTIVE').length <= 1, statuses.join())
      for (const { status, fault } of body.servers)
        if (status === 'ERROR') assert.match(fault.message, /class:DISK_GB is over limit of 1/)
    }, soon)
  })

  it('apply to images', async () => {
    const make = () =>
      ada.image.post('/v2/images', { name: 'further', disk_format: 'raw', container_format: 'bare' })
    assert.equal((await make()).status, 201)
    const refused = await make()
    assert.equal(refused.status, 413, JSON.stringify(refused.body))
    const { body } = await ada.image.get('/v2/info/usage')
    assert.deepEqual(body.usage.image_count_total, { usage: 2, limit: 2 })
  })

  it('apply to volumes and networks, whose services show them', async () => {
    const volume = () => ada.volume.post('/v3/volumes', { volume: { size: 1 } })
    const network = () => ada.network.post('/v2.0/networks', { network: { name: 'further' } })
    await register('volumev3', { volumes: 1, gigabytes: 5 })
    await register('network', { network: 2 })
    await eventually(async () => {
      const { body } = await ada.volume.get('/v3/limits')
      const { maxTotalVolumes, maxTotalVolumeGigabytes } = body.limits.absolute
      assert.deepEqual([maxTotalVolumes, maxTotalVolumeGigabytes], [1, 5])
      const { body: of } = await ada.network.get(`/v2.0/quotas/${ada.projectId}`)
      assert.equal(of.quota.network, 2)
    }, soon)
    assert.equal((await volume()).status, 202)
    const refused = await volume()
    assert.equal(refused.status, 413, JSON.stringify(refused.body))
    assert.equal((await network()).status, 201)
    const over = await network()
    assert.equal(over.status, 409, JSON.stringify(over.body))
    await limitAda('volumev3', 'volumes', 2)
    await limitAda('network', 'network', 3)
    await eventually(async () => assert.equal((await volume()).status, 202), soon)
    await eventually(async () => assert.equal((await network()).status, 201), soon)
  })
})
