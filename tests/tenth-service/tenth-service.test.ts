import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { rolesOf } from '@nimbo/cloud/cloud-role'
import { manage } from '@nimbo/cloud/manage/manage'
import { runRoles } from '@nimbo/cloud/serve/run-roles'
import { serveHelp } from '@nimbo/cloud/serve/serve-arguments'
import { serveSettings } from '@nimbo/cloud/serve/serve-settings'
import { type CloudService, services } from '@nimbo/cloud/services'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { type Client, door } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { servicePages } from '../../tools/generate/service-pages.ts'
import { memo } from './memo/service.ts'

const withMemos: readonly CloudService[] = [...services, memo]

const memoPaper = { text: 'buy milk' }

interface Entry {
  readonly type: string
  readonly endpoints: readonly { readonly url: string }[]
}

/** The URLs of the memo service in the catalog. */
const addressesIn = async ({ identity }: Client): Promise<readonly string[]> => {
  const { body } = await identity.get<{ readonly catalog: readonly Entry[] }>('/v3/auth/catalog')
  return body.catalog
    .filter(({ type }) => type === memo.type)
    .flatMap((entry) => entry.endpoints.map(({ url }) => url))
}

describe('a service that is added to the cloud', () => {
  it('has an account, a database, an API, a worker and a catalog entry in the embedded cloud', async () => {
    await using cloud = await startTestCloud({ services: withMemos })
    const ada = await cloud.person('ada')
    const memos = door(`${cloud.url}/memo/v1`, 'memo', ada.token)
    assert.equal((await memos.post('/memos', memoPaper)).status, 202)
    await cloud.settled()
    assert.deepEqual((await memos.get('/memos')).body, { memos: [{ ...memoPaper, note: 'noted' }] })
    const { status } = await door(`${cloud.url}/memo/v1`, 'memo', undefined).get('/memos')
    assert.equal(status, 401)

    assert.deepEqual(new Set(await addressesIn(cloud.admin)), new Set([`${cloud.url}/memo/v1`]))
    const { body: accounts } = await cloud.admin.identity.get('/v3/users?name=memo')
    assert.equal(accounts.users.length, 1)
  })

  it('can be set up by nimbo manage and run as roles, with healthcheck and metrics', async () => {
    await using home = await temporaryDirectory()
    const [identityPort, memoPort] = [await freePort(), await freePort()]
    const configure = (name: string, ...lines: readonly string[]): Promise<void> =>
      writeFile(join(home.path, `${name}.conf`), `${lines.join('\n')}\n`)
    await mkdir(join(home.path, 'state'))
    await configure(
      'nimbo',
      ...['[DEFAULT]', 'transport_url = fake:', `state_path = ${home.path}/state`],
      ...['[keystone_authtoken]', `auth_url = http://127.0.0.1:${identityPort}`],
    )
    for (const [name, port] of [
      ['keystone', identityPort],
      ['memo', memoPort],
    ] as const)
      await configure(
        name,
        ...['[DEFAULT]', 'bind_host = 127.0.0.1', `bind_port = ${port}`, 'workers = 1'],
        ...['[database]', `connection = sqlite:${home.path}/${name}.db`],
        ...['[keystone_authtoken]', 'password = secret'],
      )
    const managed = async (...words: readonly string[]): Promise<string> => {
      const said: string[] = []
      const complained: string[] = []
      const terminal = {
        say: (text: string) => said.push(text),
        complain: (text: string) => complained.push(text),
      }
      const code = await manage([...words, '--config-dir', home.path], terminal, withMemos)
      assert.equal(code, 0, complained.join(''))
      return said.join('')
    }
    assert.equal(await managed('db', 'sync', 'memo'), 'memo: has had 0001-memos\n')
    assert.match(await managed('db', 'version', 'memo'), /memo .* 0001-memos .* current/)
    await managed('db', 'sync', 'keystone')
    await managed('fernet', 'setup')
    await managed('bootstrap', '--bootstrap-password', 'secret', '--public-host', '127.0.0.1')

    assert.match(serveHelp(withMemos), /memo-api +api +memo\.conf\n +memo-worker +worker +memo\.conf/)
    const roles = rolesOf(withMemos).filter(({ name }) => /^(keystone|memo)/.test(name))
    const settings = serveSettings(
      withMemos.filter(({ name }) => /^(keystone|memo)/.test(name)),
      { files: [], directories: [home.path] },
      {},
      withMemos,
    )
    const running = await runRoles(roles, {
      ...{ services: withMemos, settings, clock: systemClock, log: silentLog },
    })
    try {
      const ask = (path: string) => fetch(`http://127.0.0.1:${memoPort}${path}`)
      assert.equal((await ask('/healthcheck')).status, 200)
      assert.match(await (await ask('/metrics')).text(), /memo-worker/)
      const admin = await signInByCatalog(`http://127.0.0.1:${identityPort}`, {
        ...{ username: 'admin', password: 'secret', project: 'admin' },
      })
      const [address] = await addressesIn(admin)
      assert.equal(address, `http://127.0.0.1:${memoPort}/v1`)
      const memos = door(address, 'memo', admin.token)
      assert.equal((await memos.post('/memos', memoPaper)).status, 202)
      await eventually(async () =>
        assert.deepEqual((await memos.get('/memos')).body, { memos: [{ ...memoPaper, note: 'noted' }] }),
      )
    } finally {
      await running.stop()
    }
  })

  it('gets a sample configuration, and reference pages about its options and policy rules', async () => {
    const pages = new Map(await servicePages(memo))
    const sample = pages.get('etc/nimbo/memo.conf.sample') ?? ''
    assert.match(sample, /# Address on which memo-api listens\.\n# \(string\)\n#bind_host = 0\.0\.0\.0/)
    assert.match(sample, /#bind_port = 9999/)
    assert.match(
      sample,
      /\[notes\]\n\n# What the worker writes below a memo\.\n# \(string\)\n#signature = noted/,
    )
    assert.match(pages.get('docs/reference/configuration-memo.md') ?? '', /\| `signature` \| string \|/)
    assert.match(pages.get('docs/reference/policies-memo.md') ?? '', /\| `memo:create` \| `role:member` \|/)
  })
})
