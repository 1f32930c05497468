/**
 * Names of properties that every object of JavaScript has, wherever users choose names: none may be taken for that property, none
 * may change a prototype, and a name that is accepted must be returned.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type FreeName, freeNames, oddRequests, type Things } from './free-names/free-names.ts'

const names = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['prototype', 'then', 'toJSON', 'length', 'name', '__proto__.polluted', 'constructor.prototype'],
]

let cloud: TestCloud
let things: Things

const makeThings = async (): Promise<Things> => {
  const ann = await cloud.person('ann')
  const { admin } = cloud
  const nova = await cloud.person('nova-like', 'service')
  const imageId = await makeImage(ann)
  const flavorId = await makeFlavor(admin)
  const volumeId = await makeVolume(ann)
  const base = `/v3/${ann.projectId}`
  const snapshot = await ann.volume.post(`${base}/snapshots`, { snapshot: { volume_id: volumeId } })
  const types = await ann.volume.get(`${base}/types`)
  const serverId = await bootServer(ann, { imageRef: imageId, flavorRef: flavorId })
  await serverInStatus(ann, serverId, 'ACTIVE')
  const aggregate = await admin.compute.post('/os-aggregates', { aggregate: { name: 'racks' } })
  const domain = await admin.identity.post('/v3/domains', { domain: { name: 'acme' } })
  const network = await ann.network.post('/v2.0/networks', { network: { name: 'n' } })
  const port = await ann.network.post('/v2.0/ports', { port: { network_id: network.body.network.id } })
  return {
    ...{ ann, admin, nova, imageId, flavorId, volumeId, serverId },
    snapshotId: snapshot.body.snapshot.id,
    typeId: types.body.volume_types[0].id,
    aggregateId: aggregate.body.aggregate.id,
    domainId: domain.body.domain.id,
    portId: port.body.port.id,
    userId: ann.userId,
  }
}

before(async () => {
  cloud = await startTestCloud()
  things = await makeThings()
})
after(() => cloud[Symbol.asyncDispose]())

/** The prototypes that no request may change. */
const prototypes = [Object, Array, String, Function].map(({ prototype }) => prototype)
const intact = prototypes.map((prototype) => Object.getOwnPropertyDescriptors(prototype))
const requireIntact = (what: string): void => {
  for (const [index, prototype] of prototypes.entries())
    assert.deepEqual(Object.getOwnPropertyDescriptors(prototype), intact[index], what)
}

const failed = ({ status, body }: Answer<unknown>): readonly string[] =>
  status < 500 ? [] : [`${status} ${JSON.stringify(body)}`]

const valueUnder = (found: unknown, name: string): unknown => {
  if (Array.isArray(found)) return found.includes(name) ? name : undefined
  return Object.entries(Object(found)).find(([key]) => key === name)?.[1]
}

/** The problems with one name in one place where users choose names. */
const tryName = async ({ write, read, single }: FreeName, name: string): Promise<readonly string[]> => {
  const value = `value-of-${names.indexOf(name)}`
  const written = await write(name, value)
  const found = valueUnder(await read(), name)
  const isLost = written.status < 300 && found !== value && found !== name
  const wrong = [...failed(written), ...(isLost ? [`${String(found)} was returned`] : [])]
  for (const ask of single?.(name, value) ?? []) wrong.push(...failed(await ask()))
  requireIntact(name)
  return wrong.map((each) => `${name}: ${each}`)
}

test('names such as __proto__ and constructor can be used wherever users choose names', async (t) => {
  for (const place of freeNames(things))
    await t.test(place.what, async () => {
      const wrong: string[] = []
      for (const name of names) wrong.push(...(await tryName(place, name)))
      assert.deepEqual(wrong, [])
    })
})

test('a server shows its addresses on networks with the names __proto__, constructor and toString', async () => {
  const { ann, imageId: imageRef, flavorId: flavorRef } = things
  const chosen = ['__proto__', 'constructor', 'toString']
  const networks: { readonly uuid: string }[] = []
  for (const name of chosen) networks.push({ uuid: (await makeNetwork(ann, { name })).id })
  const id = await bootServer(ann, { imageRef, flavorRef, networks })
  const { addresses } = await serverInStatus(ann, id, 'ACTIVE')
  assert.deepEqual(Object.keys(addresses).sort(), [...chosen].sort())
  for (const name of chosen) {
    const { status, body } = await ann.compute.get(`/servers/${id}/ips/${name}`)
    assert.deepEqual([status, Object.keys(body)], [200, [name]])
  }
  assert.equal((await ann.compute.get(`/servers/${id}/ips/valueOf`)).status, 404)
  requireIntact('networks')
})

test('requests with names such as __proto__ and constructor for things that do not exist give no 5xx', async () => {
  const wrong: string[] = []
  for (const name of names) {
    for (const [index, ask] of oddRequests(things, name).entries())
      wrong.push(...failed(await ask()).map((each) => `${name}, request ${index}: ${each}`))
    requireIntact(name)
  }
  assert.deepEqual(wrong, [])
})
