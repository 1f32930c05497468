import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startDoubleCloud } from '../test/double-cloud.ts'
import { ids } from '../test/cloud-things.ts'
import { runAgainst } from '../test/run-cli.ts'

const serverId = '44444444-4444-4444-8444-444444444444'
const imageId = '33333333-3333-4333-8333-333333333333'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimbo-cli-'))
})
after(() => rm(folder, { recursive: true }))

test('authenticates by password and scope, then calls the endpoint in the catalog', async () => {
  await using cloud = await startDoubleCloud()
  const { code, stdout } = await runAgainst(cloud, 'network list -f value -c Name')
  assert.deepEqual({ code, stdout }, { code: 0, stdout: 'private\n' })
  const [entry, list] = cloud.received
  assert.deepEqual(JSON.parse(entry?.body ?? ''), {
    auth: {
      identity: {
        methods: ['password'],
        password: { user: { name: 'alice', domain: { id: 'default' }, password: 'pa55word' } },
      },
      scope: { project: { name: 'demo', domain: { id: 'default' } } },
    },
  })
  assert.equal(list?.path, '/networking/v2.0/networks')
  assert.equal(list?.headers['x-auth-token'], 'the-token')
})

test('prints the same table as the openstack client', async () => {
  await using cloud = await startDoubleCloud()
  const { stdout } = await runAgainst(cloud, 'server list')
  const expected = `
+--------------------------------------+------+--------+---------------------------+-------+---------+
| ID                                   | Name | Status | Networks                  | Image | Flavor  |
+--------------------------------------+------+--------+---------------------------+-------+---------+
| 44444444-4444-4444-8444-444444444444 | web  | ACTIVE | private=10.0.0.5, fd00::5 | tiny  | m1.nano |
+--------------------------------------+------+--------+---------------------------+-------+---------+
`
  assert.equal(`\n${stdout}`, expected)
})

test('requests the newest compute microversion it supports, or the one given', async () => {
  await using cloud = await startDoubleCloud()
  await runAgainst(cloud, 'keypair list')
  await runAgainst(cloud, '--os-compute-api-version 2.1 keypair list')
  const asked = cloud.received.filter(({ path }) => path.endsWith('/os-keypairs'))
  assert.deepEqual(
    asked.map(({ headers }) => headers['openstack-api-version']),
    ['compute 2.96', 'compute 2.1'],
  )
})

test('server create resolves names, sends one body and waits', async () => {
  await using cloud = await startDoubleCloud()
  const data = join(folder, 'user-data')
  await writeFile(data, '#!/bin/sh\n')
  const line = `server create --image tiny --flavor m1.nano --network private --security-group default --key-name laptop --user-data ${data} --config-drive True --property a=b --hint group=g --max 2 --wait web`
  const { code, stdout } = await runAgainst(cloud, `${line} -f json`)
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).status, 'ACTIVE')
  assert.equal(JSON.parse(stdout).adminPass, 'sEcret1')
  const sent = cloud.received.find(({ method, path }) => method === 'POST' && path.endsWith('/servers'))
  assert.deepEqual(JSON.parse(sent?.body ?? ''), {
    server: {
      name: 'web',
      imageRef: imageId,
      flavorRef: '42',
      min_count: 1,
      max_count: 2,
      networks: [{ uuid: '55555555-5555-4555-8555-555555555555' }],
      security_groups: [{ name: '88888888-8888-4888-8888-888888888888' }],
      key_name: 'laptop',
      metadata: { a: 'b' },
      user_data: Buffer.from('#!/bin/sh\n').toString('base64'),
      config_drive: true,
    },
    'os:scheduler_hints': { group: 'g' },
  })
})

test('a server that becomes ERROR with --wait gives a one-line error and exit code 1', async () => {
  await using cloud = await startDoubleCloud()
  cloud.reply(`GET /compute/v2.1/servers/${serverId}`, {
    status: 200,
    body: {
      server: { id: serverId, name: 'web', status: 'ERROR', fault: { message: 'No valid host was found.' } },
    },
  })
  const { code, stderr } = await runAgainst(cloud, 'server create --image tiny --flavor 42 --wait web')
  assert.equal(code, 1)
  assert.equal(stderr, 'Server web is in ERROR: No valid host was found.\n')
})

test('an unknown name gives a one-line error and exit code 1', async () => {
  await using cloud = await startDoubleCloud()
  const { code, stderr } = await runAgainst(cloud, 'server show nope')
  assert.deepEqual({ code, stderr }, { code: 1, stderr: 'No Server found for nope\n' })
})

test('an error response is shown with its message, status and request id', async () => {
  await using cloud = await startDoubleCloud()
  const refuse = (request: string, status: number, body: unknown) => cloud.reply(request, { status, body })
  refuse('POST /networking/v2.0/networks', 409, {
    NeutronError: { type: 'OverQuota', message: 'Quota exceeded.', detail: '' },
  })
  refuse('GET /compute/v2.1/servers/detail', 403, { forbidden: { code: 403, message: 'Policy says no.' } })
  refuse('GET /image/v2/images', 500, '<html><head><title>T</title></head><body><h1>Oops</h1></body></html>')
  const trailer = '(Request-ID: req-00000000-0000-4000-8000-000000000000)'
  for (const [line, message] of [
    ['network create n', `Quota exceeded. (HTTP 409) ${trailer}\n`],
    ['server list', `Policy says no. (HTTP 403) ${trailer}\n`],
    ['image list', `Oops (HTTP 500) ${trailer}\n`],
  ] as const) {
    assert.deepEqual(await runAgainst(cloud, line), { code: 1, stdout: '', stderr: message })
  }
})

test('an unreachable cloud gives a one-line error and exit code 1', async () => {
  const cloud = await startDoubleCloud()
  await cloud[Symbol.asyncDispose]()
  const { code, stderr } = await runAgainst(cloud, 'server list')
  assert.equal(code, 1)
  assert.match(stderr, /^Unable to establish connection to .*ECONNREFUSED.*\n$/)
})

test('--debug shows each call and reply, and never a token or password', async () => {
  await using cloud = await startDoubleCloud()
  const { stderr } = await runAgainst(cloud, 'network list --debug')
  assert.match(stderr, /^REQ: curl -g -i -X POST \S+\/identity\/v3\/auth\/tokens /)
  assert.match(
    stderr,
    /REQ: curl -g -i -X GET \S+\/networking\/v2.0\/networks .*-H "X-Auth-Token: \{SHA256\}[0-9a-f]{64}"/,
  )
  assert.match(stderr, /RESP: \[200\] .*\nRESP BODY: \{"networks":/)
  assert.doesNotMatch(stderr, /the-token|pa55word/)
})

test('an image is uploaded from a file or standard input, and downloaded to a file or standard output', async () => {
  await using cloud = await startDoubleCloud()
  const file = join(folder, 'image.raw')
  await writeFile(file, 'bytes of a file')
  assert.equal((await runAgainst(cloud, `image create --file ${file} --disk-format qcow2 tiny`)).code, 0)
  assert.equal((await runAgainst(cloud, 'image create piped', 'bytes of a pipe')).code, 0)
  const uploads = cloud.received.filter(({ method }) => method === 'PUT')
  assert.deepEqual(
    uploads.map(({ body }) => body),
    ['bytes of a file', 'bytes of a pipe'],
  )

  const target = join(folder, 'saved')
  assert.equal((await runAgainst(cloud, `image save --file ${target} tiny`)).code, 0)
  assert.equal(await readFile(target, 'utf8'), 'hello')
  assert.equal((await runAgainst(cloud, 'image save tiny')).stdout, 'hello')
})

test('a damaged download leaves no file', async () => {
  await using cloud = await startDoubleCloud()
  cloud.reply(`GET /image/v2/images/${imageId}/file`, { status: 200, body: 'hellO' })
  const { code, stderr } = await runAgainst(cloud, `image save --file ${join(folder, 'damaged')} tiny`)
  assert.equal(code, 1)
  assert.match(stderr, /damaged/)
  assert.ok((await readdir(folder)).every((name) => !name.startsWith('damaged')))
})

test('image create without --file on a terminal uploads no data', async () => {
  await using cloud = await startDoubleCloud()
  const { stdout } = await runAgainst(cloud, 'image create later -f value -c status')
  assert.equal(stdout, 'queued\n')
  assert.ok(cloud.received.every(({ method }) => method !== 'PUT'))
})

test('deleting several servers goes on after a failure and says how many failed', async () => {
  await using cloud = await startDoubleCloud()
  const { code, stderr } = await runAgainst(cloud, `server delete nope ${serverId}`)
  assert.equal(code, 1)
  assert.match(stderr, /'nope': No Server found for nope\n1 of 2 servers failed to delete\.\n$/)
  assert.equal(cloud.received.filter(({ method }) => method === 'DELETE').length, 1)
})

test('an unknown or incomplete command gives the usage or a suggestion and exit code 2', async () => {
  await using cloud = await startDoubleCloud()
  const missing = await runAgainst(cloud, 'server create web')
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /^usage: nimbo server create .*\n.*required: --flavor\n$/)
  const unknown = await runAgainst(cloud, 'server shw')
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /'server shw' is not a nimbo command.*\nDid you mean/)
  assert.equal(cloud.received.length, 0)
})

test('help is printed for all commands and for one', async () => {
  await using cloud = await startDoubleCloud()
  const { stdout } = await runAgainst(cloud, '--help')
  assert.match(stdout, /server create +Create a new server/)
  const commands = stdout.slice(stdout.indexOf('commands:')).trim().split('\n').slice(1)
  assert.ok(commands.length > 100)
  for (const line of commands) assert.match(line, /^ {2}\S+( \S+)* {2,}\S/)
  assert.match((await runAgainst(cloud, 'help server create')).stdout, /--flavor <flavor>/)
  assert.match((await runAgainst(cloud, 'server create --help')).stdout, /^usage: nimbo server create/)
})

test('help is printed also for a cloud that is in no clouds.yaml', async () => {
  await using cloud = await startDoubleCloud()
  for (const line of ['--os-cloud nowhere --help', '--os-cloud nowhere help'])
    assert.match((await runAgainst(cloud, line)).stdout, /server create +Create a new server/)
})

test('the flow of a server is printed as a list or a sequence diagram', async () => {
  await using cloud = await startDoubleCloud()
  const list = await runAgainst(cloud, 'flow web -f value -c Line -c Step -c Started')
  assert.match(list.stdout, /^3 POST \/servers 2026-01-31T12:00:00\.000Z\n/)
  const diagram = await runAgainst(cloud, 'server flow web -f mermaid')
  assert.equal(
    diagram.stdout,
    `sequenceDiagram
    participant p1 as client
    participant p2 as compute API
    participant p3 as conductor
    p1->>p2: 3 POST /servers (12.3 ms)
    p2->>p2: 6 check body#59; flavor (12.3 ms)
    p2-)p3: 12 schedule and build (12.3 ms)
`,
  )
})

test('server scheduling prints each filter with the hosts it refused, or their number for users', async () => {
  await using cloud = await startDoubleCloud()
  const refused = [{ host: 'node1', node: 'node1', reason: 'has 1 of 16 VCPU free, 2 needed' }]
  const decision = {
    ...{ created_at: '2026-01-31T12:00:00.000Z', candidates: 0 },
    filters: [{ filter: 'Placement', left: 0, refused }],
    ...{ weighed: [], alternates: [], lostRaces: [] },
  }
  const path = `GET /compute/v2.1/servers/${ids.server}/nimbo-scheduling`
  cloud.reply(path, { status: 200, body: { scheduling: [decision] } })
  const told = await runAgainst(cloud, 'server scheduling web -f value')
  assert.equal(
    told.stdout,
    'Placement 0  offered\nPlacement 0 node1 refused: has 1 of 16 VCPU free, 2 needed\n',
  )
  const counted = {
    ...{ created_at: '2026-01-31T12:00:00.000Z', candidates: 2, weighed: 0, chosen: false },
    filters: [{ filter: 'ComputeFilter', left: 0, refused: 2 }],
  }
  cloud.reply(path, { status: 200, body: { scheduling: [counted] } })
  const asUser = await runAgainst(cloud, 'server scheduling web -f value')
  assert.equal(asUser.stdout, 'Placement 2  offered\nComputeFilter 0  refused 2\n')
})

test('a compute service whose cell is down is listed, and a change of it is refused', async () => {
  await using cloud = await startDoubleCloud()
  const lost = { binary: 'nova-compute', host: 'node2', status: 'UNKNOWN' }
  cloud.reply('GET /compute/v2.1/os-services', { status: 200, body: { services: [lost] } })
  const list = await runAgainst(cloud, 'compute service list -f value -c Host -c Status -c State')
  assert.equal(list.stdout, 'node2 UNKNOWN \n')
  const change = await runAgainst(cloud, 'compute service set --disable node2 nova-compute')
  assert.equal(change.code, 1)
  assert.match(change.stderr, /The cell of host "node2" gives no answer now\./)
  assert.ok(!cloud.received.some(({ method }) => method === 'PUT'))
})

for (const option of ['--network none', '--nic none', '--no-network'])
  test(`server create ${option} creates a server without networks`, async () => {
    await using cloud = await startDoubleCloud()
    await runAgainst(cloud, `server create --image tiny --flavor m1.nano ${option} web`)
    const sent = cloud.received.find(({ method, path }) => method === 'POST' && path.endsWith('/servers'))
    assert.equal(JSON.parse(sent?.body ?? '').server.networks, 'none')
  })

test('--no-network together with --network is refused, and no server is created', async () => {
  await using cloud = await startDoubleCloud()
  const line = 'server create --image tiny --flavor m1.nano --no-network --network private web'
  const { code, stderr } = await runAgainst(cloud, line)
  assert.equal(code, 2)
  assert.match(stderr, /cannot be used with any other/)
  assert.ok(!cloud.received.some(({ method, path }) => method === 'POST' && path.includes('/compute/')))
})

test('a limit of -1 lists the servers of all pages', async () => {
  await using cloud = await startDoubleCloud()
  const links = [{ rel: 'next', href: `${cloud.url}/compute/v2.1/servers/detail?marker=a` }]
  const server = (name: string) => ({
    id: name,
    name,
    status: 'ACTIVE',
    addresses: {},
    image: '',
    flavor: {},
  })
  const answers = (query: string, body: unknown) =>
    cloud.reply(`GET /compute/v2.1/servers/detail${query}`, { status: 200, body })
  answers('', { servers: [server('a')], servers_links: links })
  answers('?marker=a', { servers: [server('b')] })
  const { code, stdout } = await runAgainst(cloud, 'server list --limit -1 -n -f value -c Name')
  assert.deepEqual([code, stdout], [0, 'a\nb\n'])
  assert.equal((await runAgainst(cloud, 'server list --limit 1 -n -f value -c Name')).stdout, 'a\n')
})

test('commands that the requested API version lacks are not in the help, and refused without a request', async () => {
  await using cloud = await startDoubleCloud()
  const help = await runAgainst(cloud, '--help --os-placement-api-version 1.0')
  assert.doesNotMatch(help.stdout, /^ {2}trait list/m)
  const asked = await runAgainst(cloud, 'trait list --os-placement-api-version 1.0')
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /from 1\.6 on, and version 1\.0 is asked for/)
  assert.deepEqual(cloud.received, [])
  assert.match((await runAgainst(cloud, '--help')).stdout, /server suspend/)
})

test('bash completion has the words of all commands and their options', async () => {
  await using cloud = await startDoubleCloud()
  const { stdout } = await runAgainst(cloud, 'complete')
  assert.match(stdout, /\[":server add"\]=".*volume/)
  assert.match(stdout, /\["server list"\]=".*--all-projects/)
  assert.match(stdout, /complete -o default -F _nimbo nimbo\n$/)
})

test('image, backup, rebuild, rescue and password commands send the request bodies of the compute API', async () => {
  await using cloud = await startDoubleCloud()
  const action = `POST /compute/v2.1/servers/${serverId}/action`
  const bodies = () =>
    cloud.received
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/action'))
      .map(({ body }) => JSON.parse(body))
  cloud.reply(action, { status: 202, body: { image_id: imageId } })
  const made = await runAgainst(cloud, 'server image create --name copy --property a=b web -f value -c id')
  assert.equal(made.stdout, `${imageId}\n`)
  const line = 'server backup create --type daily --rotate 3 web -f value -c id'
  assert.equal((await runAgainst(cloud, line)).stdout, `${imageId}\n`)
  cloud.reply(action, { status: 202, body: { server: { id: serverId, name: 'web', adminPass: 'sEcret1' } } })
  const rebuilt = await runAgainst(
    cloud,
    'server rebuild --no-key-name --name again web -f value -c adminPass',
  )
  assert.equal(rebuilt.stdout, 'sEcret1\n')
  assert.equal((await runAgainst(cloud, 'server rescue --image tiny --password mine web')).code, 0)
  assert.equal((await runAgainst(cloud, 'server unrescue web')).code, 0)
  assert.equal((await runAgainst(cloud, 'server set --password new web')).code, 0)
  assert.deepEqual(bodies(), [
    { createImage: { name: 'copy', metadata: { a: 'b' } } },
    { createBackup: { name: 'web', backup_type: 'daily', rotation: 3 } },
    { rebuild: { imageRef: imageId, name: 'again', key_name: null } },
    { rescue: { rescue_image_ref: imageId, adminPass: 'mine' } },
    { unrescue: null },
    { changePassword: { adminPass: 'new' } },
  ])
})

test('a global option that cannot be read gives a one-line error and exit code 2', async () => {
  await using cloud = await startDoubleCloud()
  const outcome = await runAgainst(cloud, 'server list --insecure=false')
  assert.equal(outcome.code, 2)
  assert.equal(outcome.stderr, "nimbo: error: argument --insecure: ignored explicit argument 'false'\n")
  assert.deepEqual(cloud.received, [])
})

test('configuration show tells the settings in use, asks no service, and hides secrets unless told otherwise', async () => {
  await using cloud = await startDoubleCloud()
  const line = '--os-region-name Two --insecure configuration show -f json'
  assert.deepEqual(JSON.parse((await runAgainst(cloud, line)).stdout), {
    'auth.auth_url': `${cloud.url}/identity`,
    'auth.password': '<redacted>',
    'auth.project_name': 'demo',
    'auth.username': 'alice',
    region_name: 'Two',
    verify: false,
  })
  const { stdout } = await runAgainst(cloud, 'configuration show --unmask -f value -c auth.password')
  assert.equal(stdout, 'pa55word\n')
  assert.deepEqual(cloud.received, [])
})
