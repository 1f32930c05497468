import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { type ServerView, serverInStatus } from '@nimbo/testkit/servers'

const publicKey = `ssh-ed25519 ${Buffer.concat([
  Buffer.from([0, 0, 0, 11]),
  Buffer.from('ssh-ed25519'),
  Buffer.from([0, 0, 0, 32]),
  Buffer.alloc(32, 7),
]).toString('base64')} ada@engine\n`

inEachShape('openstack server', { skip: openstackClientMissing, distributedByName: true }, (cloud) => {
  let openstack: OpenstackClient
  const file = (name: string): string => join(cloud().directory, name)
  let id = ''
  before(async () => {
    openstack = openstackClient(await clientEnvironment(cloud()))
    await makeImage(cloud().admin, { name: 'tiny' })
    await makeNetwork(cloud().admin, { name: 'private' })
    await writeFile(file('key.pub'), publicKey)
    await writeFile(file('user-data'), '#!/bin/sh\necho hello\n')
  })

  const settledIn = (status: string): Promise<ServerView> => serverInStatus(cloud().admin, id, status)

  it('creates a flavor', async () => {
    const words = ['--id', '42', '--ram', '192', '--disk', '1', '--vcpus', '1']
    const flavor = await openstack.json('flavor', 'create', ...words, 'm1.nano')
    assert.deepEqual(
      [flavor.id, flavor.name, flavor.ram, flavor.disk, flavor.vcpus],
      ['42', 'm1.nano', 192, 1, 1],
    )
  })

  it('creates a key pair from a public key', async () => {
    const key = await openstack.json('keypair', 'create', '--public-key', file('key.pub'), 'mine')
    assert.equal(key.name, 'mine')
    assert.match(key.fingerprint, /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
  })

  it('creates a server and waits for it', async () => {
    const server = await openstack.json(
      ...['server', 'create', '--wait', '--image', 'tiny', '--flavor', 'm1.nano', '--network', 'private'],
      ...['--key-name', 'mine', '--user-data', file('user-data'), '--config-drive', 'True'],
      'web',
    )
    id = server.id
    assert.equal(server.status, 'ACTIVE')
    assert.equal(server.name, 'web')
    assert.equal(server.key_name, 'mine')
    assert.equal(server.config_drive, 'True')
    assert.match(server.image, /^tiny \(/)
    assert.match(server.flavor, /^m1\.nano/)
    assert.match(JSON.stringify(server.addresses), /10\.20\.0\./)
    const { body } = await cloud().admin.compute.get(`/servers/${id}`)
    const userData = Buffer.from(body.server['OS-EXT-SRV-ATTR:user_data'], 'base64').toString('utf8')
    assert.equal(userData, '#!/bin/sh\necho hello\n')
  })

  it('shows the console log of the server', async () => {
    assert.match(await openstack.run('console', 'log', 'show', 'web'), /booted/)
  })

  it('stops the server', async () => {
    await openstack.run('server', 'stop', 'web')
    assert.equal((await settledIn('SHUTOFF'))['OS-EXT-STS:power_state'], 4)
  })

  it('starts the server again', async () => {
    await openstack.run('server', 'start', 'web')
    assert.equal((await settledIn('ACTIVE'))['OS-EXT-STS:power_state'], 1)
  })

  it('reboots the server hard', async () => {
    await openstack.run('server', 'reboot', '--hard', '--wait', 'web')
    await settledIn('ACTIVE')
    const { body } = await cloud().admin.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
    assert.match(body.output, /rebooted \(hard\)/i)
  })

  it('deletes the server with --wait, which leaves nothing behind', async () => {
    await openstack.run('server', 'delete', '--wait', 'web')
    assert.equal((await cloud().admin.compute.get(`/servers/${id}`)).status, 404)
    await cloud().inTheEnd(() => assertNothingLeft(cloud(), id))
  })
})
