import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Guests get their metadata in their networks (real-guest.test.ts): this is about the port that everybody can reach. */
test('the metadata API on the port of the cloud refuses requests without a valid signature', async () => {
  await using cloud = await startTestCloud()
  const ann = await cloud.person('ann')
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ann)])
  const id = await bootServer(ann, { flavorRef, imageRef, networks: 'none' })
  await serverInStatus(ann, id, 'ACTIVE')
  const ask = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const url = new URL('/metadata/openstack/latest/meta_data.json', cloud.url)
    return (await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })).status
  }
  const named = { 'x-instance-id': id, 'x-tenant-id': ann.projectId }
  assert.equal(await ask({}), 400)
  assert.equal(await ask(named), 403)
  assert.equal(await ask({ ...named, 'x-instance-id-signature': 'ab'.repeat(32) }), 403)
})
