import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import type { Client } from '@nimbo/testkit/client'
import { serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

/** A fake host that keeps what it was told to inject into the disks of servers. */
const hostThatInjects = () => {
  const told: SpawnOrder['injected'][] = []
  const fake = fakeHypervisor({ hosts: 1 })
  const hypervisors = fake.hypervisors.map(({ host, driver }) => {
    const { spawning } = driver
    const spawn: typeof spawning.spawn = (order, ...others) => {
      told.push(order.injected)
      return spawning.spawn(order, ...others)
    }
    return { host, driver: { ...driver, spawning: { ...spawning, spawn } } }
  })
  return { told, drivers: withHypervisor({ ...fake, hypervisors }) }
}

const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGtQUDZWhs8k/cZcykMkaoX7ZE7DXld8TP79HyddVMTS ada@example.org'
/** The last version that has files in a request. */
const withFiles = { 'openstack-api-version': 'compute 2.56' }

const boot = async ({ compute }: Client, parts: object): Promise<string> => {
  const server = { name: 'web', networks: 'none', ...parts }
  const { status, body } = await compute.post('/servers', { server }, withFiles)
  assert.equal(status, 202, JSON.stringify(body))
  return body.server.id
}

const file = (path: string, text: string) => ({ path, contents: Buffer.from(text).toString('base64') })

/** Only in the embedded cloud: what a host gets is told by its hypervisor here. */
test('hosts get the files, metadata, key and password of a new server for its disk, and again for a rebuild', async () => {
  const { told, drivers } = hostThatInjects()
  const environment = { OS_LIBVIRT__INJECT_PARTITION: '-1', OS_LIBVIRT__INJECT_PASSWORD: 'true' }
  await using cloud = await startTestCloud({ drivers, environment })
  const ada = await cloud.person('ada')
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
  const keypair = { name: 'mine', public_key: publicKey }
  const key = await ada.compute.post('/os-keypairs', { keypair }, withFiles)
  assert.equal(key.status, 201, JSON.stringify(key.body))
  const personality = [file('/etc/motd', 'hello\n')]

  const parts = {
    ...{ imageRef, flavorRef, personality, key_name: 'mine' },
    metadata: { role: 'web' },
    adminPass: 'secret',
  }
  const id = await boot(ada, parts)
  await serverInStatus(ada, id, 'ACTIVE')
  assert.deepEqual(told, [
    { adminPassword: 'secret', publicKey, metadata: { role: 'web' }, files: personality },
  ])

  const rebuild = { imageRef, adminPass: 'other', personality: [file('/etc/issue', 'again\n')] }
  const { status, body } = await ada.compute.post(`/servers/${id}/action`, { rebuild }, withFiles)
  assert.equal(status, 202, JSON.stringify(body))
  await serverInStatus(ada, id, 'ACTIVE')
  assert.deepEqual(told.at(1), {
    ...{ adminPassword: 'other', publicKey, metadata: { role: 'web' } },
    files: rebuild.personality,
  })

  await serverInStatus(ada, await boot(ada, { ...parts, config_drive: true }), 'ACTIVE')
  assert.deepEqual(told.slice(2), [undefined], 'a config drive brings them instead')
})
