import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'
import { askedOfHost } from './asked-of-host.ts'
import { nameServer } from './name-server.ts'

describe('host names that stand for containers', () => {
  let names: Awaited<ReturnType<typeof nameServer>>
  let cloud: TestCloud
  let account: SwiftAccount
  let host: string
  const records: Record<string, string> = {}
  const at = (name: string, path: string, asked: Parameters<typeof askedOfHost>[2] = {}) =>
    askedOfHost(`${cloud.url}/object-store${path}`, name, asked)

  before(async () => {
    names = await nameServer(records)
    cloud = await startTestCloud({
      environment: {
        'OS_FILTER:DOMAIN_REMAP__STORAGE_DOMAIN': 'objects.example',
        'OS_FILTER:DOMAIN_REMAP__MANGLE_CLIENT_PATHS': 'true',
        'OS_FILTER:CNAME_LOOKUP__STORAGE_DOMAIN': 'objects.example',
        'OS_FILTER:CNAME_LOOKUP__LOOKUP_DEPTH': '2',
        'OS_FILTER:CNAME_LOOKUP__NAMESERVERS': names.address,
      },
    })
    const ann = await cloud.person('ann')
    account = swiftAccount(cloud, ann)
    host = `site.auth-${ann.projectId}.objects.example`
    const site = { 'x-container-read': '.r:*,.rlistings', 'x-container-meta-web-index': 'index.html' }
    assert.equal((await account.ask('PUT', '/site', { headers: site })).status, 201)
    for (const name of ['index.html', 'docs/index.html'])
      assert.equal((await account.ask('PUT', `/site/${name}`, { body: name })).status, 201)
    Object.assign(records, {
      'www.ann.example': host,
      'old.ann.example': 'www.ann.example',
      'older.ann.example': 'old.ann.example',
      'elsewhere.example': 'nowhere.example',
    })
  })
  after(async () => {
    await cloud[Symbol.asyncDispose]()
    await names[Symbol.asyncDispose]()
  })

  it('give access to the container’s objects, and the host name of an account to its containers', async () => {
    assert.equal((await at(`${host}:8080`, '/docs/index.html')).text, 'docs/index.html')
    assert.equal(
      (await at(host, '/v1/docs/index.html')).text,
      'docs/index.html',
      'the path may begin with v1',
    )
    const accountHost = host.replace('site.', '')
    assert.equal((await at(accountHost, '/site/docs/index.html')).text, 'docs/index.html')
    assert.equal((await at(accountHost, '/')).status, 401, 'an account is open only to its project')
  })

  it('redirect browsers to folders at the same host name', async () => {
    const moved = await at(host, '/docs')
    assert.deepEqual([moved.status, moved.headers.location], [301, `http://${host}/object-store/docs/`])
    assert.equal((await at(host, '/docs/')).text, 'docs/index.html')
  })

  it('are ignored without the prefix of an account, and refused with too many labels', async () => {
    assert.deepEqual(await at('objects.example', '/info').then(({ status }) => status), 200)
    assert.equal((await at('site.ann.objects.example', '/info')).status, 200, 'the host name is ignored')
    const refused = await at(`more.${host}`, '/index.html')
    assert.deepEqual([refused.status, refused.text], [400, 'Bad domain in host header'])
  })

  it('may have aliases, whose CNAME records are followed to a limited depth', async () => {
    assert.equal((await at('www.ann.example', '/docs/index.html')).text, 'docs/index.html')
    assert.equal((await at('old.ann.example:8080', '/docs/index.html')).text, 'docs/index.html')
    const moved = await at('www.ann.example', '/docs')
    assert.deepEqual(
      [moved.status, moved.headers.location],
      [301, 'http://www.ann.example/object-store/docs/'],
    )
    const tooDeep = await at('older.ann.example', '/docs/index.html')
    assert.deepEqual([tooDeep.status, tooDeep.text], [400, 'CNAME lookup failed after 2 tries'])
    const unknown = await at('elsewhere.example', '/docs/index.html')
    assert.deepEqual(
      [unknown.status, unknown.text],
      [400, 'CNAME lookup failed to resolve to a valid domain'],
    )
  })

  it('are announced in /info', async () => {
    const { body: info } = await cloud.admin['object-store'].get('/info')
    assert.deepEqual(info.domain_remap, { default_reseller_prefix: null })
    assert.deepEqual(info.cname_lookup, { lookup_depth: 2 })
  })
})
