import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { type CommandLine, commandLine } from '@nimbo/testkit/command-line'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** A first session in a new cloud, with the same commands as with `openstack`. */
describe("nimbo's own command line", () => {
  let cloud: TestCloud
  let nimbo: CommandLine
  let openstack: OpenstackClient
  let serverId = ''
  const bytes = randomBytes(100_000)
  before(async () => {
    cloud = await startTestCloud()
    const environment = await clientEnvironment(cloud)
    nimbo = commandLine(environment)
    openstack = openstackClient(environment)
    await writeFile(cloud.state.file('noise.raw'), bytes)
    await writeFile(cloud.state.file('user-data'), '#!/bin/sh\necho hello\n')
  })
  after(() => cloud[Symbol.asyncDispose]())

  /** Runs a command that must succeed; gives what it wrote. */
  const done = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await nimbo.run(...words)
    assert.equal(code, 0, `${words.join(' ')}: ${stderr}${stdout}`)
    return stdout
  }

  it('issues a token and lists the catalog', async () => {
    const token = await nimbo.json('token', 'issue')
    assert.deepEqual(Object.keys(token).sort(), ['expires', 'id', 'project_id', 'user_id'])
    assert.equal(token.project_id, cloud.admin.projectId)
    const catalog: { Name: string; Type: string }[] = await nimbo.json('catalog', 'list')
    assert.ok(catalog.some(({ Name, Type }) => Name === 'nova' && Type === 'compute'))
  })

  it('creates an image and saves the same bytes', async () => {
    const words = [
      '--disk-format',
      'raw',
      '--container-format',
      'bare',
      '--file',
      cloud.state.file('noise.raw'),
    ]
    const image = await nimbo.json('image', 'create', ...words, 'noise')
    assert.equal(image.name, 'noise')
    const saved = cloud.state.file('saved.raw')
    await done('image', 'save', '--file', saved, 'noise')
    assert.ok(bytes.equals(await readFile(saved)))
  })

  it('creates flavor, network, subnet, security group rule and key pair', async () => {
    const flavor = await nimbo.json(
      'flavor',
      'create',
      '--ram',
      '64',
      '--disk',
      '1',
      '--vcpus',
      '1',
      'm1.nano',
    )
    assert.deepEqual([flavor.name, flavor.ram, flavor.vcpus], ['m1.nano', 64, 1])
    assert.equal((await nimbo.json('network', 'create', 'private')).status, 'ACTIVE')
    const range = ['--network', 'private', '--subnet-range', '10.9.0.0/24']
    assert.equal((await nimbo.json('subnet', 'create', ...range, 'private-v4')).gateway_ip, '10.9.0.1')
    await done('security', 'group', 'create', 'ssh')
    const rule = ['--protocol', 'tcp', '--dst-port', '22', 'ssh']
    assert.equal((await nimbo.json('security', 'group', 'rule', 'create', ...rule)).protocol, 'tcp')
    assert.match(await done('keypair', 'create', 'mine'), /^-----BEGIN (OPENSSH|RSA) PRIVATE KEY-----\n/)
  })

  it('creates a server and waits for it', async () => {
    const server = await nimbo.json(
      ...['server', 'create', '--wait', '--image', 'noise', '--flavor', 'm1.nano', '--network', 'private'],
      ...['--key-name', 'mine', '--security-group', 'ssh'],
      ...['--user-data', cloud.state.file('user-data'), '--config-drive', 'True', 'web'],
    )
    serverId = server.id
    assert.equal(server.status, 'ACTIVE')
    assert.equal(server.key_name, 'mine')
    assert.match(JSON.stringify(server.addresses), /10\.9\.0\./)
    assert.match(await done('console', 'log', 'show', 'web'), /booted/)
  })

  it('prints the same as openstack does, in every format', { skip: openstackClientMissing }, async () => {
    for (const words of [
      ['server', 'list'],
      ['flavor', 'list'],
      ['network', 'list'],
    ])
      assert.deepEqual(await nimbo.json(...words), await openstack.json(...words), words.join(' '))
    const formats = [
      ['-f', 'table'],
      ['-f', 'csv'],
      ['-f', 'value', '-c', 'ID', '-c', 'Status'],
      ['-f', 'yaml'],
    ]
    for (const format of formats)
      assert.equal(
        await done('server', 'list', ...format),
        await openstack.run('server', 'list', ...format),
        format.join(' '),
      )
  })

  it('stops, starts and reboots the server', async () => {
    await done('server', 'stop', 'web')
    await serverInStatus(cloud.admin, serverId, 'SHUTOFF')
    await done('server', 'start', 'web')
    await serverInStatus(cloud.admin, serverId, 'ACTIVE')
    await done('server', 'reboot', '--hard', '--wait', 'web')
    await serverInStatus(cloud.admin, serverId, 'ACTIVE')
  })

  it('creates a volume, adds it to the server, and removes it from there', async () => {
    const { id } = await nimbo.json('volume', 'create', '--size', '1', 'data')
    await volumeInStatus(cloud.admin, id, 'available')
    await done('server', 'add', 'volume', 'web', 'data')
    await volumeInStatus(cloud.admin, id, 'in-use')
    await done('server', 'remove', 'volume', 'web', 'data')
    await volumeInStatus(cloud.admin, id, 'available')
    await done('volume', 'delete', 'data')
  })

  it('shows the flow of the build of the server', async () => {
    const steps: { Line: number; Status: string }[] = await nimbo.json('flow', 'web')
    assert.ok(steps.length >= 25)
    assert.ok(steps.every(({ Status }) => Status === 'ok'))
  })

  it('deletes the server with --wait, after which it is not found', async () => {
    await done('server', 'delete', '--wait', 'web')
    const { code, stderr } = await nimbo.run('server', 'show', 'web')
    assert.equal(code, 1)
    assert.equal(stderr, 'No Server found for web\n')
  })

  it('with --debug prints each call as a curl command, without token and password', async () => {
    const { code, stderr } = await nimbo.run('--debug', 'server', 'list')
    assert.equal(code, 0)
    assert.match(stderr, /curl .*\/compute\/v2\.1\/servers/)
    assert.doesNotMatch(stderr, /gAAAA[\w-]{20}/)
    assert.ok(!stderr.includes(cloud.access.password))
  })
})
