import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDoubleCloud } from '../../test/double-cloud.ts'
import { runAgainst } from '../../test/run-cli.ts'

const id = '44444444-4444-4444-8444-444444444444'

const calls = (received: readonly { method: string; path: string }[]): readonly string[] =>
  received.filter(({ path }) => path.includes('/servers')).map(({ method, path }) => `${method} ${path}`)

test('a resource is found by its id with one request', async () => {
  await using cloud = await startDoubleCloud()
  await runAgainst(cloud, `server start ${id}`)
  assert.deepEqual(calls(cloud.received), [
    `GET /compute/v2.1/servers/${id}`,
    `POST /compute/v2.1/servers/${id}/action`,
  ])
})

test('a name is tried as an id first, then looked up in the list by exact name', async () => {
  await using cloud = await startDoubleCloud()
  await runAgainst(cloud, 'server start web --all-projects')
  assert.deepEqual(calls(cloud.received), [
    'GET /compute/v2.1/servers/web',
    'GET /compute/v2.1/servers?name=%5Eweb%24&all_tenants=true',
    `POST /compute/v2.1/servers/${id}/action`,
  ])
})

test('a prefix of a name finds nothing', async () => {
  await using cloud = await startDoubleCloud()
  const { stderr } = await runAgainst(cloud, 'server start we')
  assert.equal(stderr, 'No Server found for we\n')
})

test('a name that two servers have is refused', async () => {
  await using cloud = await startDoubleCloud()
  const servers = [id, id.replace('4', '5')].map((each) => ({ id: each, name: 'web' }))
  cloud.reply('GET /compute/v2.1/servers', { status: 200, body: { servers } })
  const { code, stderr } = await runAgainst(cloud, 'server start web')
  assert.deepEqual(
    { code, stderr },
    { code: 1, stderr: "More than one Server exists with the name 'web'.\n" },
  )
})

test('an error other than 404 is reported, and not taken for a missing resource', async () => {
  await using cloud = await startDoubleCloud()
  cloud.reply('GET /compute/v2.1/servers/web', { status: 403, body: { forbidden: { message: 'No.' } } })
  const { stderr } = await runAgainst(cloud, 'server start web')
  assert.match(stderr, /^No\. \(HTTP 403\)/)
})

test('a list is read to its last page', async () => {
  await using cloud = await startDoubleCloud()
  const next = `${cloud.url}/compute/v2.1/os-keypairs?marker=1`
  cloud.reply('GET /compute/v2.1/os-keypairs', {
    status: 200,
    body: { keypairs: [{ keypair: { name: 'a' } }], keypairs_links: [{ rel: 'next', href: next }] },
  })
  cloud.reply('GET /compute/v2.1/os-keypairs?marker=1', {
    status: 200,
    body: { keypairs: [{ keypair: { name: 'b' } }] },
  })
  const { stdout } = await runAgainst(cloud, 'keypair list -f value -c Name')
  assert.equal(stdout, 'a\nb\n')
})
