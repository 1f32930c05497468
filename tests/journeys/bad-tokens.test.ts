import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, door, signIn } from '@nimbo/testkit/client'
import { makeImage } from '@nimbo/testkit/make-image'
import { type ShiftedClock, shiftedClock } from '@nimbo/testkit/shifted-clock'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const hourMs = 3_600_000

describe('someone who is not let in', () => {
  let clock: ShiftedClock
  let cloud: TestCloud
  let ada: Client
  before(async () => {
    clock = shiftedClock()
    cloud = await startTestCloud({ clock })
    ada = await cloud.person('ada')
  })
  after(() => cloud[Symbol.asyncDispose]())

  const credentials = (name: string, password: string) => ({
    auth: {
      identity: { methods: ['password'], password: { user: { name, password, domain: { id: 'default' } } } },
    },
  })

  /** Every door of the cloud, opened with some token. */
  const looks = (token: string | undefined) => [
    door(`${cloud.url}/identity`, 'identity', token).get('/v3/projects'),
    door(`${cloud.url}/image`, 'image', token).get('/v2/images'),
    door(`${cloud.url}/placement`, 'placement', token).get('/resource_providers'),
    door(`${cloud.url}/networking`, 'network', token).get('/v2.0/networks'),
    door(`${cloud.url}/volume`, 'volume', token).get(`/v3/${ada.projectId}/volumes`),
    door(`${cloud.url}/compute/v2.1`, 'compute', token).get('/servers'),
  ]

  const isRefusedEverywhere = async (token: string | undefined): Promise<void> => {
    for (const { status, headers, body } of await Promise.all(looks(token))) {
      assert.equal(status, 401)
      assert.match(headers.get('www-authenticate') ?? '', new RegExp(`Keystone uri="${cloud.url}/identity`))
      if (token) assert.ok(!JSON.stringify(body).includes(token), 'a refusal repeats no token')
    }
  }

  it('is not told which part of the password sign-in was wrong', async () => {
    const identity = door(`${cloud.url}/identity`, 'identity', undefined)
    const wrongPassword = await identity.post('/v3/auth/tokens', credentials('ada', 'not-it'))
    const nobody = await identity.post('/v3/auth/tokens', credentials('nobody', 'not-it'))
    assert.equal(wrongPassword.status, 401)
    assert.equal(wrongPassword.body.error.title, 'Unauthorized')
    assert.deepEqual([nobody.status, nobody.body], [wrongPassword.status, wrongPassword.body])
    assert.doesNotMatch(JSON.stringify(nobody.body), /password|user|nobody/i)
  })

  it('has no token', () => isRefusedEverywhere(undefined))

  it('has a token that was tampered with', async () => {
    const at = Math.floor(ada.token.length / 2)
    const other = ada.token[at] === 'A' ? 'B' : 'A'
    await isRefusedEverywhere(`${ada.token.slice(0, at)}${other}${ada.token.slice(at + 1)}`)
    await isRefusedEverywhere('gAAAAA-nonsense')
  })

  it('has a token that was revoked', async () => {
    const again = await signIn(cloud.url, { username: 'ada', password: 'ada-secret', project: 'ada' })
    const revoked = await again.identity.delete('/v3/auth/tokens', { 'x-subject-token': again.token })
    assert.equal(revoked.status, 204)
    await isRefusedEverywhere(again.token)
  })

  it('has a token that has expired, and can come back with a new one', async () => {
    assert.equal((await ada.image.get('/v2/images')).status, 200)
    clock.advance(hourMs + 1_000)
    await isRefusedEverywhere(ada.token)
    const again = await signIn(cloud.url, { username: 'ada', password: 'ada-secret', project: 'ada' })
    await makeImage(again)
    assert.equal((await again.compute.get('/servers')).status, 200)
  })
})
