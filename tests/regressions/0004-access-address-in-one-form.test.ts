import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('accessIPv6 of a server is shown in its canonical form, however it was written', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const flavorRef = await makeFlavor(cloud.admin)
  const imageRef = await makeImage(ada)
  const accessIPv6 = '0000:0000:0000:0000:0000:babe:220.12.22.2'
  const id = await bootServer(ada, { imageRef, flavorRef, networks: 'none', accessIPv6 })
  await serverInStatus(ada, id, 'ACTIVE')
  assert.equal((await ada.compute.get(`/servers/${id}`)).body.server.accessIPv6, '::babe:dc0c:1602')

  const server = { accessIPv6: '2001:0DB8::0001' }
  await ada.compute.put(`/servers/${id}`, { server })
  assert.equal((await ada.compute.get(`/servers/${id}`)).body.server.accessIPv6, '2001:db8::1')
})
