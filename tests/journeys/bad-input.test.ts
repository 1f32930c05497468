import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Answer, Client } from '@nimbo/testkit/client'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'

const nowhere = '11111111-2222-3333-4444-555555555555'

inEachShape('a server request that is refused', { distributedByName: true }, (cloud) => {
  let ada: Client
  let [imageRef, flavorRef] = ['', '']
  before(async () => {
    ada = await cloud().person('ada')
    flavorRef = await makeFlavor(cloud().admin, { vcpus: 2, ram: 128 })
    imageRef = await makeImage(ada)
  })
  after(async () => {
    const { body } = await ada.compute.get('/servers')
    assert.deepEqual(body.servers, [], 'no refused request has left a server')
  })

  const ask = (server: object, headers: Record<string, string> = {}): Promise<Answer<unknown>> =>
    ada.compute.post(
      '/servers',
      { server: { name: 'web', networks: 'none', imageRef, flavorRef, ...server } },
      headers,
    )
  const isRefused = async (answer: Promise<Answer<unknown>>, status: number, message: string | RegExp) => {
    const { status: given, body } = await answer
    assert.equal(given, status, JSON.stringify(body))
    const [envelope] = Object.values(body as Record<string, { code: number; message: string }>)
    assert.equal(envelope?.code, status)
    if (typeof message === 'string') assert.equal(envelope?.message, message)
    else assert.match(envelope?.message ?? '', message)
  }

  it('names an image that is not there', () =>
    isRefused(ask({ imageRef: nowhere }), 400, 'Can not find requested image'))

  it('names a flavor that is not there', () =>
    isRefused(ask({ flavorRef: '4711' }), 400, 'Flavor 4711 could not be found.'))

  it('names a network that is not there', () =>
    isRefused(ask({ networks: [{ uuid: nowhere }] }), 400, `Network ${nowhere} could not be found.`))

  it('names a key that is not there', () =>
    isRefused(ask({ key_name: 'lost' }), 400, 'Invalid key_name provided.'))

  it('names a security group that is not there', () =>
    isRefused(ask({ security_groups: [{ name: 'lost' }] }), 400, /Security group lost not found/))

  it('names an image that needs more memory than the flavor has', async () => {
    const large = await makeImage(ada, { properties: { min_ram: 4096 } })
    await isRefused(ask({ imageRef: large }), 400, "Flavor's memory is too small for requested image.")
  })

  it('has a body that violates the schema; the message names the property', async () => {
    await isRefused(ask({ name: 5 }), 400, /^Invalid input for field\/attribute name\. Value: 5\./)
    await isRefused(ask({ min_count: 0 }), 400, /Invalid input for field\/attribute min_count/)
    await isRefused(ask({ frobnicate: true }), 400, /frobnicate/)
    await isRefused(ask({ name: undefined }), 400, /name/)
    await isRefused(ada.compute.post('/servers', {}), 400, /server/)
  })

  it('has a body that is not JSON', async () => {
    const answer = await fetch(`${ada.compute.url}/servers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': ada.token },
      body: '{"server":',
    })
    assert.equal(answer.status, 400)
  })

  it('asks for a microversion out of range', () =>
    isRefused(
      ask({}, { 'openstack-api-version': 'compute 2.999' }),
      406,
      'Version 2.999 is not supported by the API. Minimum is 2.1 and maximum is 2.104.',
    ))

  it('asks for a malformed microversion', () =>
    isRefused(
      ask({}, { 'openstack-api-version': 'compute two' }),
      400,
      'API Version String two is of invalid format. Must be of format MajorNum.MinorNum.',
    ))

  it('exceeds the quota; the message has the numbers', async () => {
    const many = await makeFlavor(cloud().admin, { name: 'many', vcpus: 21 })
    await isRefused(
      ask({ flavorRef: many }),
      403,
      'Quota exceeded for cores: Requested 21, but already used 0 of 20 cores',
    )
    await isRefused(
      ask({ min_count: 11, max_count: 11 }),
      403,
      'Quota exceeded for cores, instances: Requested 22, 11, but already used 0, 0 of 20, 10 cores, instances',
    )
  })

  it('has a body larger than the limit', async () => {
    const { status } = await ask({ user_data: 'QUFB'.repeat(50_000) })
    assert.equal(status, 413)
  })

  it('acts on a server that is not there', async () => {
    await isRefused(ada.compute.get(`/servers/${nowhere}`), 404, `Instance ${nowhere} could not be found.`)
    const stop = ada.compute.post(`/servers/${nowhere}/action`, { 'os-stop': null })
    await isRefused(stop, 404, `Instance ${nowhere} could not be found.`)
  })
})
