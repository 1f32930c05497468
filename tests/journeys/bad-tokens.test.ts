import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Client, door } from '@nimbo/testkit/client'
import { enter } from '@nimbo/testkit/cloud-under-test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeImage } from '@nimbo/testkit/make-image'

const hourMs = 3_600_000

inEachShape('a client is refused by every API', { advances: true, distributedByName: true }, (cloud) => {
  let ada: Client
  before(async () => {
    ada = await cloud().person('ada')
  })

  const credentials = (name: string, password: string) => ({
    auth: {
      identity: { methods: ['password'], password: { user: { name, password, domain: { id: 'default' } } } },
    },
  })

  /** A request to every API with this token. */
  const looks = (token: string | undefined) => [
    door(ada.identity.url, 'identity', token).get('/v3/projects'),
    door(ada.image.url, 'image', token).get('/v2/images'),
    door(ada.placement.url, 'placement', token).get('/resource_providers'),
    door(ada.network.url, 'network', token).get('/v2.0/networks'),
    door(ada.volume.url, 'volume', token).get(`/v3/${ada.projectId}/volumes`),
    door(ada.compute.url, 'compute', token).get('/servers'),
  ]

  const isRefusedEverywhere = async (token: string | undefined): Promise<void> => {
    for (const { status, headers, body } of await Promise.all(looks(token))) {
      assert.equal(status, 401)
      assert.match(headers.get('www-authenticate') ?? '', new RegExp(`Keystone uri="${ada.identity.url}`))
      if (token) assert.ok(!JSON.stringify(body).includes(token), 'a refusal repeats no token')
    }
  }

  it('without being told whether the user or the password was wrong', async () => {
    const identity = door(ada.identity.url, 'identity', undefined)
    const wrongPassword = await identity.post('/v3/auth/tokens', credentials('ada', 'not-it'))
    const nobody = await identity.post('/v3/auth/tokens', credentials('nobody', 'not-it'))
    assert.equal(wrongPassword.status, 401)
    assert.equal(wrongPassword.body.error.title, 'Unauthorized')
    assert.deepEqual([nobody.status, nobody.body], [wrongPassword.status, wrongPassword.body])
    assert.doesNotMatch(JSON.stringify(nobody.body), /password|user|nobody/i)
  })

  it('without a token', () => isRefusedEverywhere(undefined))

  it('with a token that was tampered with', async () => {
    const at = Math.floor(ada.token.length / 2)
    const other = ada.token[at] === 'A' ? 'B' : 'A'
    await isRefusedEverywhere(`${ada.token.slice(0, at)}${other}${ada.token.slice(at + 1)}`)
    await isRefusedEverywhere('gAAAAA-nonsense')
  })

  it('with a token that was revoked', async () => {
    const again = await enter(cloud(), { username: 'ada', password: 'ada-secret', project: 'ada' })
    const revoked = await again.identity.delete('/v3/auth/tokens', { 'x-subject-token': again.token })
    assert.equal(revoked.status, 204)
    await isRefusedEverywhere(again.token)
  })

  it('with a token that has expired, and is accepted again with a new one', async () => {
    assert.equal((await ada.image.get('/v2/images')).status, 200)
    await cloud().advance(hourMs + 1_000)
    await isRefusedEverywhere(ada.token)
    const again = await enter(cloud(), { username: 'ada', password: 'ada-secret', project: 'ada' })
    await makeImage(again)
    assert.equal((await again.compute.get('/servers')).status, 200)
  })
})
