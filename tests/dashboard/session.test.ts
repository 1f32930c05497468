import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { passwordOf } from '@nimbo/testkit/join-project'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { BrowserDoor } from './login-link.ts'

let home: Awaited<ReturnType<typeof temporaryDirectory>>
let cloud: TestCloud
const start = () => startTestCloud({ stateDir: home.path, environment: notificationSettings() })

before(async () => {
  home = await temporaryDirectory()
  cloud = await start()
})
after(async () => {
  await cloud[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

const admin = async (): Promise<BrowserDoor> => {
  const browser = new BrowserDoor(cloud.url)
  const { status, text } = await browser.logIn('admin', cloud.access.password, 'admin')
  assert.equal(status, 201, text)
  return browser
}

/** A service of another cloud or region. */
const serviceAnswering = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a wrong user, password or project gets the same answer and no session', async () => {
  const sentences = new Set<string>()
  for (const [user, password, project] of [
    ['admin', 'wrong', undefined],
    ['nobody', 'wrong', undefined],
    ['admin', cloud.access.password, 'no such project'],
  ] as const) {
    const browser = new BrowserDoor(cloud.url)
    const { status, body } = await browser.logIn(user, password, project)
    assert.equal(status, 401)
    sentences.add(body.error.message)
    assert.equal(browser.cookie, undefined)
  }
  assert.equal(sentences.size, 1)
  const stranger = new BrowserDoor(cloud.url)
  for (const path of ['/api/session', '/api/proxy/compute/v2.1/servers', '/api/events'])
    assert.equal((await stranger.ask('GET', path)).status, 401)
  assert.equal((await stranger.ask('POST', '/api/session', { json: { method: 'guess' } })).status, 400)
})

test('a session shows the user, project and services, and its cookie is HttpOnly', async () => {
  const browser = new BrowserDoor(cloud.url)
  const { status, headers, body } = await browser.logIn('admin', cloud.access.password)
  assert.equal(status, 201)
  assert.match(headers.get('set-cookie') ?? '', /; Path=\/dashboard; HttpOnly; SameSite=Strict$/)
  assert.deepEqual(
    [body.user.name, body.project.name, body.system, body.nimbo],
    ['admin', 'admin', false, true],
  )
  assert.deepEqual([body.region, body.regions], ['RegionOne', ['RegionOne']])
  assert.ok(body.roles.includes('admin'))
  for (const type of ['compute', 'image', 'network', 'volume', 'object-store'])
    assert.ok(body.services.includes(type))
  assert.deepEqual((await browser.ask('GET', '/api/session')).body, body)
  assert.ok(!JSON.stringify(body).includes(cloud.admin.token.slice(0, 12)))
})

test('requests from other origins are refused and change nothing', async () => {
  const browser = await admin()
  const server = { keypair: { name: 'forged' } }
  for (const origin of ['https://evil.example', 'null', `${cloud.url}.evil.example`]) {
    const forged = { json: server, headers: { origin } }
    assert.equal((await browser.ask('POST', '/api/proxy/compute/v2.1/os-keypairs', forged)).status, 403)
    assert.equal((await browser.ask('DELETE', '/api/session', { headers: { origin } })).status, 403)
    const login = {
      json: { method: 'password', user: 'admin', password: cloud.access.password },
      headers: { origin },
    }
    assert.equal((await new BrowserDoor(cloud.url).ask('POST', '/api/session', login)).status, 403)
  }
  assert.equal((await cloud.admin.compute.get('/os-keypairs/forged')).status, 404)
  assert.equal((await browser.ask('GET', '/api/session')).status, 200)
})

test('requests are forwarded to services with the session’s token, and answers contain no token', async () => {
  const browser = await admin()
  const headers = { 'openstack-api-version': 'compute 2.53', 'x-auth-token': 'a token the page made up' }
  const listed = await browser.ask('GET', '/api/proxy/compute/v2.1/flavors?limit=1', { headers })
  assert.equal(listed.status, 200)
  assert.equal(listed.headers.get('openstack-api-version'), 'compute 2.53')
  assert.equal(listed.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  const auth = {
    identity: {
      methods: ['password'],
      password: { user: { name: 'admin', domain: { id: 'default' }, password: cloud.access.password } },
    },
  }
  const issued = await browser.ask('POST', '/api/proxy/identity/v3/auth/tokens', { json: { auth } })
  assert.equal(issued.status, 201)
  assert.equal(issued.headers.get('x-subject-token'), null)
  const volumes = await browser.ask('GET', '/api/proxy/volume/v3/volumes')
  assert.deepEqual([volumes.status, volumes.body], [200, { volumes: [] }])
  const refused = await browser.ask('GET', '/api/proxy/compute/v2.1/servers/none')
  assert.equal(refused.status, 404)
  assert.match(refused.body.itemNotFound.message, /none/)
  const unknown = await browser.ask('GET', '/api/proxy/baremetal/v1/nodes')
  assert.deepEqual([unknown.status, unknown.body.error.type], [404, 'ServiceUnknown'])
})

test('a service of another region can neither set cookies nor have policies of its own in the browser', async () => {
  const received: IncomingMessage[] = []
  await using service = await serviceAnswering((request, response) => {
    received.push(request)
    response.writeHead(200, {
      'set-cookie': ['nimbo_dashboard=evil; Path=/', 'other=evil'],
      'access-control-allow-origin': '*',
      'content-security-policy': 'default-src *',
      'x-subject-token': 'secret',
      'x-kept': 'yes',
    })
    response.end('{}')
  })
  const { identity } = cloud.admin
  await identity.post('/v3/regions', { region: { id: 'East' } })
  const { body } = await identity.post('/v3/services', { service: { type: 'stock', name: 'stock' } })
  const endpoint = { service_id: body.service.id, region_id: 'East', interface: 'public', url: service.url }
  await identity.post('/v3/endpoints', { endpoint })
  const browser = await admin()
  const { cookie } = browser
  const east = await browser.ask('PUT', '/api/session/scope', { json: { region: 'East' } })
  // So the page asks nothing about policy: another cloud would carry out the request.
  assert.deepEqual([east.status, east.body.region, east.body.nimbo], [200, 'East', false])
  const { status, headers } = await browser.ask('GET', '/api/proxy/stock/v1/items')
  assert.deepEqual([status, headers.get('x-kept')], [200, 'yes'])
  for (const name of ['set-cookie', 'access-control-allow-origin', 'x-subject-token'])
    assert.equal(headers.get(name), null, name)
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(browser.cookie, cookie)
  assert.deepEqual([received[0]?.url, received[0]?.headers.cookie], ['/v1/items', undefined])
  // A page that does not know yet that another page switched the region still asks about policy.
  const question = { headers: { 'x-nimbo-policy-check': 'true' } }
  assert.equal((await browser.ask('DELETE', '/api/proxy/stock/v1/items/1', question)).status, 501)
  assert.equal(received.length, 1)
  await identity.delete(`/v3/services/${body.service.id}`)
  await identity.delete('/v3/regions/East')
})

test('a question about policy to the object store is answered, and deletes nothing', async () => {
  const browser = await admin()
  const { body: session } = await browser.ask('GET', '/api/session')
  const container = `/api/proxy/object-store/v1/AUTH_${session.project.id}/kept`
  assert.equal((await browser.ask('PUT', container)).status, 201)
  const question = { headers: { 'x-nimbo-policy-check': 'true' } }
  assert.equal((await browser.ask('DELETE', container, question)).status, 204)
  assert.equal((await browser.ask('HEAD', container)).status, 204)
  assert.equal((await browser.ask('DELETE', container)).status, 204)
})

test('every service of this cloud is recognised as one that answers questions about policy', async () => {
  const browser = await admin()
  const question = { headers: { 'x-nimbo-policy-check': 'true' } }
  for (const type of [
    ...['identity', 'image', 'compute', 'placement', 'network', 'volume', 'object-store', 'orchestration'],
    ...['key-manager', 'metric', 'alarming'],
  ]) {
    const path = type === 'object-store' ? '/info' : '/'
    const { status } = await browser.ask('GET', `/api/proxy/${type}${path}`, question)
    assert.deepEqual([type, status], [type, 204])
  }
})

test('the event stream sends a change to its project and to admins, not to other projects', async () => {
  const ann = await cloud.person('ann')
  const annsPage = new BrowserDoor(cloud.url)
  await annsPage.logIn('ann', passwordOf('ann'))
  await cloud.person('ben')
  const bensPage = new BrowserDoor(cloud.url)
  await bensPage.logIn('ben', passwordOf('ben'))
  const [anns, bens, admins] = [
    await annsPage.events(),
    await bensPage.events(),
    await (await admin()).events(),
  ]
  const { body } = await ann.network.post('/v2.0/networks', { network: { name: 'live' } })
  const { id } = body.network
  assert.equal((await anns.about('network', id)).project_id, ann.projectId)
  await admins.about('network', id)
  assert.ok(!bens.heard.some((event) => event.id === id))
  await annsPage.ask('DELETE', '/api/session')
  await anns.ended
  for (const events of [bens, admins]) events.close()
})

test('a session can switch its scope, and keeps it when the new project or region is refused', async () => {
  const browser = await admin()
  const { body: before } = await browser.ask('GET', '/api/session')
  const system = await browser.ask('PUT', '/api/session/scope', { json: { system: true } })
  assert.deepEqual([system.status, system.body.system, system.body.project], [200, true, null])
  const back = await browser.ask('PUT', '/api/session/scope', { json: { project_id: before.project.id } })
  assert.equal(back.body.project.name, 'admin')
  const nowhere = await browser.ask('PUT', '/api/session/scope', { json: { project_id: 'nowhere' } })
  assert.equal(nowhere.status, 403)
  const region = await browser.ask('PUT', '/api/session/scope', { json: { region: 'Atlantis' } })
  assert.equal(region.status, 404)
  assert.equal((await browser.ask('GET', '/api/session')).status, 200)
})

test('a login without a project begins in the default project of the user', async () => {
  const carol = await cloud.person('carol')
  const { identity } = cloud.admin
  const { body } = await identity.post('/v3/projects', { project: { name: 'a project earlier in the list' } })
  const { roles } = (await identity.get('/v3/roles?name=member')).body
  await identity.put(`/v3/projects/${body.project.id}/users/${carol.userId}/roles/${roles[0].id}`)
  const projectOf = async (): Promise<string> => {
    const login = await new BrowserDoor(cloud.url).logIn('carol', passwordOf('carol'))
    return login.body.project.name
  }
  assert.equal(await projectOf(), 'a project earlier in the list')
  const { projectId: default_project_id } = carol
  await identity.patch(`/v3/users/${carol.userId}`, { user: { default_project_id } })
  assert.equal(await projectOf(), 'carol')
})

test('the owner of a token can make a login link, which works once', async () => {
  const stranger = new BrowserDoor(cloud.url)
  assert.equal((await stranger.ask('POST', '/api/links')).status, 401)
  const headers = { 'x-auth-token': cloud.admin.token }
  const { status, body } = await stranger.ask('POST', '/api/links', { headers })
  assert.equal(status, 201)
  assert.equal(body.path, `/dashboard/login#code=${body.code}`)
  const login = { json: { method: 'link', code: body.code } }
  const first = await stranger.ask('POST', '/api/session', login)
  assert.deepEqual([first.status, first.body.project.name], [201, 'admin'])
  assert.equal((await new BrowserDoor(cloud.url).ask('POST', '/api/session', login)).status, 401)
})

test('a session can be opened with an application credential, by id or by name', async () => {
  const { userId } = cloud.admin
  const made = await cloud.admin.identity.post(`/v3/users/${userId}/application_credentials`, {
    application_credential: { name: 'page' },
  })
  const { id, secret } = made.body.application_credential
  const browser = new BrowserDoor(cloud.url)
  const json = { method: 'application_credential', id, secret }
  const { status, body } = await browser.ask('POST', '/api/session', { json })
  assert.deepEqual([status, body.projects.length, body.project.name], [201, 1, 'admin'])
  const byName = { method: 'application_credential', name: 'page', user: 'admin', secret }
  assert.equal((await browser.ask('POST', '/api/session', { json: byName })).status, 201)
})

test('logging out ends the session and its token', async () => {
  const browser = await admin()
  const { cookie } = browser
  assert.equal((await browser.ask('DELETE', '/api/session')).status, 204)
  assert.equal((await new BrowserDoor(cloud.url, cookie).ask('GET', '/api/session')).status, 401)
})

test('a session survives a restart, and the database contains neither its token nor its cookie in clear', async () => {
  const browser = await admin()
  await cloud.stop()
  for (const name of await readdir(cloud.directory, { recursive: true })) {
    if (!name.includes('horizon.db')) continue
    const kept = await readFile(join(cloud.directory, name), 'latin1')
    assert.ok(!kept.includes('gAAAAA') && !kept.includes(browser.cookie?.split('=')[1] ?? ''), name)
  }
  cloud = await start()
  const again = new BrowserDoor(cloud.url, browser.cookie)
  assert.equal((await again.ask('GET', '/api/session')).status, 200)
  assert.equal((await again.ask('GET', '/api/proxy/compute/v2.1/servers')).status, 200)
})
