import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

const gibibyte = 1024 ** 3

test('a small image file with a virtual size of 60 TB is refused for a small flavor and a small volume', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const flavorRef = await makeFlavor(cloud.admin, { disk: 1 })
  const terabytes = 60n * 2n ** 40n
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: qcow2({ virtualSize: terabytes }) })
  const server = { name: 'huge', imageRef, flavorRef, networks: 'none' }
  const refused = await ada.compute.post('/servers', { server }, { 'openstack-api-version': 'compute 2.37' })
  assert.equal(refused.status, 400)
  assert.equal(
    refused.body.badRequest.message,
    `Flavor's disk is too small for requested image. Flavor disk is ${gibibyte} bytes, image is ${terabytes} bytes.`,
  )
  const volume = await ada.volume.post('/v3/volumes', { volume: { size: 1, imageRef } })
  assert.equal(volume.status, 400)
  assert.match(
    volume.body.badRequest.message,
    /Size of specified image 61440GB is larger than volume size 1GB\./,
  )
})
