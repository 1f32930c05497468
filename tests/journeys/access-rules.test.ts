import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, door, type ServiceDoor } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

interface Rule {
  readonly service: string
  readonly method: string
  readonly path: string
}

// In one process, where each service is mounted below a path prefix that access rules need not contain.
describe('an application credential with access rules', () => {
  let cloud: TestCloud
  let admin: Client
  before(async () => {
    cloud = await startTestCloud()
    admin = cloud.admin
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  /** One readable path and one other path of each service, with the type that rules name it by. */
  const requests = () => {
    const { projectId } = admin
    return [
      { at: admin.compute, begins: '/v2.1', service: 'compute', path: '/servers', other: '/flavors' },
      { at: admin.network, service: 'network', path: '/v2.0/networks', other: '/v2.0/ports' },
      { at: admin.image, service: 'image', path: '/v2/images', other: '/v2/schemas/image' },
      {
        at: admin.volume,
        service: 'volumev3',
        path: `/v3/${projectId}/volumes`,
        other: `/v3/${projectId}/types`,
      },
      { at: admin.placement, service: 'placement', path: '/resource_providers', other: '/traits' },
      { at: admin['key-manager'], service: 'key-manager', path: '/v1/secrets', other: '/v1/orders' },
      {
        at: admin.orchestration,
        service: 'orchestration',
        path: `/v1/${projectId}/stacks`,
        other: `/v1/${projectId}/resource_types`,
      },
      {
        at: admin['object-store'],
        service: 'object-store',
        path: `/v1/AUTH_${projectId}`,
        other: `/v1/AUTH_${projectId}/container`,
      },
      { at: admin.metric, service: 'metric', path: '/v1/metric', other: '/v1/archive_policy' },
      { at: admin.alarming, service: 'alarming', path: '/v2/alarms', other: '/v2/alarms/one' },
      { at: admin.metering, service: 'metering', path: '/v2/usage', other: '/v2/samples' },
      { at: admin.identity, service: 'identity', path: '/v3/projects', other: '/v3/users' },
    ]
  }

  let names = 0
  /** Logs in with a new application credential; returns a function that gives a client of a service with its token. */
  const signIn = async (rules: readonly Rule[]) => {
    const { identity, userId } = admin
    names += 1
    const made = await identity.post(`/v3/users/${userId}/application_credentials`, {
      application_credential: { name: `credential-${names}`, access_rules: rules },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, secret } = made.body.application_credential
    const signedIn = await door(identity.url, 'identity', undefined).post('/v3/auth/tokens', {
      auth: { identity: { methods: ['application_credential'], application_credential: { id, secret } } },
    })
    assert.equal(signedIn.status, 201, JSON.stringify(signedIn.body))
    const token = signedIn.headers.get('x-subject-token') ?? ''
    return ({ url }: ServiceDoor, type: string): ServiceDoor => door(url, type, token)
  }

  it('allows exactly the method and path of its rule at one service, and is refused everywhere else', async () => {
    const all = requests()
    for (const allowed of all) {
      const { service, begins = '', path } = allowed
      const opens = await signIn([{ service, method: 'GET', path: `${begins}${path}` }])
      const statuses = await Promise.all(
        all.map(async (one) => {
          const { status } = await opens(one.at, one.service).get(one.path)
          return [one.service, status < 300 ? 'allowed' : status]
        }),
      )
      const expected = all.map((one) => [one.service, one === allowed ? 'allowed' : 401])
      assert.deepEqual(statuses, expected, `allowed: GET ${service} ${path}`)
      const own = opens(allowed.at, service)
      assert.equal((await own.get(allowed.other)).status, 401, `${service} ${allowed.other}`)
      assert.equal((await own.post(path, {})).status, 401, `POST ${service} ${path}`)
    }
  })

  it('allows every path of a service when its rule has the path /**', async () => {
    for (const { at, service, path, other } of requests()) {
      const opens = await signIn([{ service, method: 'GET', path: '/**' }])
      const statuses = [
        (await opens(at, service).get(path)).status,
        (await opens(at, service).get(other)).status,
      ]
      assert.ok(!statuses.includes(401), `${service} ${path} ${other}: ${statuses}`)
    }
  })

  it('lets the service that it allows call other services on behalf of the user', async () => {
    const imageRef = await makeImage(admin)
    const flavorRef = await makeFlavor(admin)
    const opens = await signIn([{ service: 'compute', method: 'POST', path: '/v2.1/servers' }])
    const compute = opens(admin.compute, 'compute')
    const serverId = await bootServer({ ...admin, compute }, { imageRef, flavorRef, networks: 'none' })
    await serverInStatus(admin, serverId, 'ACTIVE')
  })
})
