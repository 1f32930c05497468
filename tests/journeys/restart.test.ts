import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft, partsOf, type ServerParts } from '@nimbo/testkit/server-parts'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { temporaryDirectory } from '@nimbo/testkit/temporary-directory'

/** Generations grow with every report of a host, and say nothing of the claim. */
const resourcesByProvider = (allocations: ServerParts['allocations']) =>
  Object.entries(allocations).map(([provider, { resources }]) => [provider, resources])

test('a cloud that starts again has its servers, and goes on with them', async () => {
  await using directory = await temporaryDirectory()
  const stateDir = directory.path

  const before = await (async () => {
    await using cloud = await startTestCloud({ stateDir })
    const ada = await cloud.person('ada')
    const network = await makeNetwork(ada)
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
    const id = await bootServer(ada, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
    const server = await serverInStatus(ada, id, 'ACTIVE')
    await cloud.settled()
    return { id, server, parts: await partsOf(cloud.admin, stateDir, id), password: cloud.adminPassword }
  })()

  await using cloud = await startTestCloud({ stateDir })
  assert.equal(cloud.adminPassword, before.password)
  const ada = await signIn(cloud.url, { username: 'ada', password: 'ada-secret', project: 'ada' })
  await cloud.settled()

  const { id } = before
  assert.equal((await showServer(ada, id)).status, 'ACTIVE')
  assert.deepEqual((await showServer(ada, id)).addresses, before.server.addresses)
  const { allocations, ports } = await partsOf(cloud.admin, stateDir, id)
  assert.deepEqual(resourcesByProvider(allocations), resourcesByProvider(before.parts.allocations))
  assert.deepEqual(
    ports.map((port) => [port.id, port.status]),
    before.parts.ports.map((port) => [port.id, 'ACTIVE']),
  )

  await act(ada, id, { 'os-stop': null })
  await serverInStatus(ada, id, 'SHUTOFF')
  await act(ada, id, { 'os-start': null })
  await serverInStatus(ada, id, 'ACTIVE')

  assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(ada, id)
  await cloud.settled()
  await assertNothingLeft(cloud.admin, stateDir, id)
})
