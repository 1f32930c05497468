import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import type { Answer, Client } from '@nimbo/testkit/client'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import type { Loose } from '@nimbo/testing/loose'

let cloud: TestCloud
let ada: Client
let imageRef: string
let flavorRef: string
let network: string
let id: string
before(async () => {
  cloud = await startTestCloud({ environment: { OS_DEFAULT__ALLOW_RESIZE_TO_SAME_HOST: 'true' } })
  ada = await cloud.person('ada')
  network = (await makeNetwork(ada)).id
  flavorRef = await makeFlavor(cloud.admin, { vcpus: 1, ram: 64, disk: 1 })
  imageRef = await makeImage(ada)
  id = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network }] })
  await serverInStatus(ada, id, 'ACTIVE')
})
after(() => cloud[Symbol.asyncDispose]())

const at = (version: string) => ({ 'openstack-api-version': `compute ${version}` })

/** The body of a reply that must be a success. */
const good = async (asked: Promise<Answer<Loose>>): Promise<Loose> => {
  const { status, body } = await asked
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body
}

test('the description and the extra specs of a flavor can be read and changed', async () => {
  const { compute } = cloud.admin
  const own = `/flavors/${await makeFlavor(cloud.admin, { name: 'described', vcpus: 1, ram: 64, disk: 1 })}`
  const { flavor } = await good(compute.put(own, { flavor: { description: 'small' } }))
  assert.equal(flavor.description, 'small')
  const specs = `${own}/os-extra_specs`
  await good(compute.post(specs, { extra_specs: { 'hw:cpu_policy': 'shared' } }))
  assert.deepEqual(await good(compute.get(specs)), { extra_specs: { 'hw:cpu_policy': 'shared' } })
  const changed = { 'hw:cpu_policy': 'mixed' }
  assert.deepEqual(await good(compute.put(`${specs}/hw:cpu_policy`, changed)), changed)
  assert.deepEqual(await good(compute.get(`${specs}/hw:cpu_policy`)), changed)
})

test('tags, metadata and addresses of a server are read one by one', async () => {
  const { compute } = ada
  const server = `/servers/${id}`
  await good(compute.put(`${server}/tags`, { tags: ['blue', 'red'] }))
  assert.equal((await compute.get(`${server}/tags/red`)).status, 204)
  await good(compute.delete(`${server}/tags/red`))
  assert.deepEqual((await good(compute.get(`${server}/tags`))).tags, ['blue'])
  await good(compute.delete(`${server}/tags`))
  assert.deepEqual((await good(compute.get(`${server}/tags`))).tags, [])
  const meta = { meta: { rack: '7' } }
  assert.deepEqual(await good(compute.put(`${server}/metadata/rack`, meta)), meta)
  assert.deepEqual(await good(compute.get(`${server}/metadata/rack`)), meta)
  assert.deepEqual(await good(compute.get(`${server}/metadata`)), { metadata: { rack: '7' } })
  const { addresses } = await good(compute.get(`${server}/ips`))
  const [label = ''] = Object.keys(addresses)
  assert.equal(addresses[label].length, 1)
  assert.deepEqual(await good(compute.get(`${server}/ips/${label}`)), { [label]: addresses[label] })
})

test('an admin disables and forces down a service by the paths before 2.53, and finds a hypervisor by name', async () => {
  const { compute } = cloud.admin
  const { services } = await good(compute.get('/os-services?binary=nova-compute'))
  const [{ host, binary }] = services
  const state = async () => (await good(compute.get(`/os-services?host=${host}`))).services[0]
  const put = (verb: string, more: object = {}) =>
    good(compute.put(`/os-services/${verb}`, { host, binary, ...more }, at('2.52')))
  await put('disable')
  assert.equal((await state()).status, 'disabled')
  await put('disable-log-reason', { disabled_reason: 'repair' })
  assert.equal((await state()).disabled_reason, 'repair')
  await put('force-down', { forced_down: true })
  assert.equal((await state()).forced_down, true)
  await put('force-down', { forced_down: false })
  await put('enable')
  const { hypervisors } = await good(compute.get(`/os-hypervisors/${host}/search`, at('2.52')))
  assert.equal(hypervisors[0].hypervisor_hostname, host)
})

test('API extensions are listed, and shown by their alias', async () => {
  const { extensions } = await good(ada.compute.get('/extensions'))
  const [{ alias }] = extensions
  assert.equal((await good(ada.compute.get(`/extensions/${alias}`))).extension.alias, alias)
})

test('a server is created, changed and deleted through os-volumes_boot', async () => {
  const old = at('2.102')
  const path = '/os-volumes_boot'
  const { compute } = ada
  const wish = { name: 'old', imageRef, flavorRef, networks: [{ uuid: network }] }
  const { server: made } = await good(compute.post(path, { server: wish }, old))
  await serverInStatus(ada, made.id, 'ACTIVE')
  const own = `${path}/${made.id}`
  const act = async (action: object): Promise<void> => {
    await good(compute.post(`${own}/action`, action, old))
    // Not every action has a task state by which one sees that it is under way, and the next one is refused until then.
    await cloud.settled()
  }
  assert.equal((await good(compute.put(own, { server: { name: 'older' } }, old))).server.name, 'older')
  const { servers } = await good(compute.get(`${path}/detail?name=older`, old))
  assert.deepEqual(
    servers.map((server: { id: string }) => server.id),
    [made.id],
  )
  await act({ reboot: { type: 'HARD' } })
  await serverInStatus(ada, made.id, 'ACTIVE')
  await act({ rebuild: { imageRef } })
  await serverInStatus(ada, made.id, 'ACTIVE')
  await act({ trigger_crash_dump: null })
  await act({ createImage: { name: 'copy' } })
  await serverInStatus(ada, made.id, 'ACTIVE')
  await act({ 'os-stop': null })
  await serverInStatus(ada, made.id, 'SHUTOFF')
  await act({ 'os-start': null })
  await serverInStatus(ada, made.id, 'ACTIVE')
  const larger = await makeFlavor(cloud.admin, { name: 'larger', vcpus: 2 })
  for (const end of [{ revertResize: null }, { confirmResize: null }]) {
    await act({ resize: { flavorRef: larger } })
    await serverInStatus(ada, made.id, 'VERIFY_RESIZE')
    await act(end)
    await serverInStatus(ada, made.id, 'ACTIVE')
  }
  assert.equal((await compute.delete(own, old)).status, 204)
  await serverGone(ada, made.id)
})

test('an administrator resets the state of a server', async () => {
  await good(cloud.admin.compute.post(`/servers/${id}/action`, { 'os-resetState': { state: 'error' } }))
  await serverInStatus(ada, id, 'ERROR')
})
