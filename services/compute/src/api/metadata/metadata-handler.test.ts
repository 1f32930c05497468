import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Port } from '@nimbo/clients/network'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { bytesOf, type HttpRequest, streamOf } from '@nimbo/http/message'
import { sampleHostedServer, samplePort } from '../../agent/hosted-server.testing.ts'
import { knownByAddress, namedByProxy, type WhoAsks } from './asking-server.ts'
import { metadataHandler } from './metadata-handler.ts'

const secret = 'between neutron and nova'
const userData = Buffer.from('#!/bin/sh\necho hello\n')
const server = sampleHostedServer({
  keyName: 'ada-key',
  publicKey: 'ssh-ed25519 AAAA ada',
  userData: userData.toString('base64'),
  secrets: { adminPassword: 'correct horse', personality: [] },
})
const one = samplePort({ device_id: server.id, device_owner: 'compute:nova' })

const network = (ports: readonly Port[] = [one.port]) => ({
  ports: async () => ports,
  networks: async () => [one.network],
  subnets: async () => one.subnets,
})

const service = (
  whoAsks: WhoAsks = namedByProxy(secret),
  { servers = [server], cacheMs = 0 }: { servers?: HostedServer[]; cacheMs?: number } = {},
) => {
  let lookedUp = 0
  const passwords = new Map<string, string>()
  const handler = metadataHandler({
    whoAsks,
    findServer: async (id) => {
      lookedUp += 1
      return servers.find((known) => known.id === id)
    },
    network: network(),
    passwords: {
      find: async (id) => passwords.get(id),
      set: async (id, password) => !passwords.has(id) && passwords.set(id, password).has(id),
    },
    vendorData: { fixed: async () => ({}), all: async () => ({ static: {} }) },
    domain: 'novalocal',
    cacheMs,
  })
  const ask = async (
    path: string,
    headers: HttpRequest['headers'] = signed(server.id),
    posted?: string,
    method = posted === undefined ? 'GET' : 'POST',
  ) => {
    const { body } = await handler({
      method,
      path,
      mount: '',
      origin: 'http://169.254.169.254',
      query: new URLSearchParams(),
      headers,
      body: streamOf(posted),
      remoteAddress: '::ffff:10.1.0.7',
      state: { requestId: 'req-1' },
    })
    return (await bytesOf(body)).toString()
  }
  const post = (path: string, body: string) => ask(path, signed(server.id), body)
  const put = (path: string, body: string) => ask(path, signed(server.id), body, 'PUT')
  return { get: ask, post, put, lookedUp: () => lookedUp }
}

const signed = (serverId: string, projectId = server.projectId, key = secret) => ({
  'x-instance-id': serverId,
  'x-tenant-id': projectId,
  'x-instance-id-signature': createHmac('sha256', key).update(serverId).digest('hex'),
})

describe('a guest that asks for its metadata', () => {
  it('can set its password once, and read it again', async () => {
    const { get, post, put } = service()
    await assert.rejects(put('/openstack/latest/password', 'c2VhbGVk'), { code: 'PasswordUnchanged' })
    assert.equal(await get('/openstack/latest/password'), '')
    await post('/openstack/latest/password', 'c2VhbGVk')
    assert.equal(await get('/openstack/2013-04-04/password'), 'c2VhbGVk')
    await assert.rejects(post('/openstack/latest/password', 'other'), { code: 'PasswordKnown' })
    await assert.rejects(post('/openstack/latest/password', 'x'.repeat(1021)), { code: 'PasswordTooLong' })
    assert.equal(await get('/openstack/latest/password'), 'c2VhbGVk')
  })

  it('gets a listing of what each folder contains', async () => {
    const { get } = service()
    assert.match(await get('/'), /^1\.0\n.*\nlatest$/s)
    assert.match(await get('/openstack'), /2018-08-27\n.*latest$/s)
    assert.equal(
      await get('/openstack/latest/'),
      'meta_data.json\nnetwork_data.json\npassword\nuser_data\nvendor_data.json\nvendor_data2.json',
    )
    assert.equal(await get('/latest'), 'meta-data/\nuser-data')
    assert.match(
      await get('/latest/meta-data/'),
      /^ami-id\n.*placement\/\npublic-hostname\n.*public-keys\/\n/s,
    )
  })

  it('reads its id, hostname and keys, but not its admin password', async () => {
    const { get } = service()
    const metadata = JSON.parse(await get('/openstack/latest/meta_data.json'))
    assert.deepEqual([metadata.uuid, metadata.hostname], [server.id, 'web-1.novalocal'])
    assert.deepEqual(metadata.public_keys, { 'ada-key': 'ssh-ed25519 AAAA ada' })
    assert.equal(metadata.admin_pass, undefined)
    assert.equal(JSON.parse(await get('/openstack/latest/network_data.json')).links.length, 1)
  })

  it('reads the same through the paths of EC2', async () => {
    const { get } = service()
    assert.equal(await get('/latest/meta-data/instance-id'), 'i-00000001')
    assert.equal(await get('/2009-04-04/meta-data/local-ipv4'), '10.1.0.7')
    assert.equal(await get('/latest/meta-data/local-hostname'), 'web-1.novalocal')
    assert.equal(await get('/latest/meta-data/placement/availability-zone'), 'nova')
    assert.equal(await get('/latest/meta-data/public-keys/'), '0=ada-key')
    assert.equal(await get('/latest/meta-data/public-keys/0/openssh-key'), 'ssh-ed25519 AAAA ada')
    assert.equal(await get('/latest/user-data'), userData.toString())
    assert.equal(await get('/openstack/latest/user_data'), userData.toString())
  })

  it('finds in each version of the formats what that version has', async () => {
    const { get } = service()
    const namesIn = async (path: string) => (await get(path)).split('\n')
    assert.deepEqual(await namesIn('/openstack/2012-08-10'), ['meta_data.json', 'user_data'])
    assert.deepEqual(await namesIn('/openstack/2013-10-17'), [
      ...['meta_data.json', 'password', 'user_data', 'vendor_data.json'],
    ])
    assert.ok((await namesIn('/openstack')).includes('2025-04-04'))
    const keysIn = async (version: string) =>
      Object.keys(JSON.parse(await get(`/openstack/${version}/meta_data.json`)))
    const came = ['random_seed', 'project_id', 'devices', 'dedicated_cpus']
    for (const [index, versions] of [
      ['2012-08-10', '2013-04-04'],
      ['2013-10-17', '2015-10-15'],
      ['2015-10-15', '2016-06-30'],
      ['2018-08-27', '2020-10-14'],
    ].entries()) {
      const [before = '', since = ''] = versions
      const name = came[index] ?? ''
      assert.ok(!(await keysIn(before)).includes(name), `${name} in ${before}`)
      assert.ok((await keysIn(since)).includes(name), `${name} in ${since}`)
    }
    assert.ok(!(await namesIn('/2008-02-01/meta-data/')).includes('instance-action'))
    assert.ok((await namesIn('/2008-09-01/meta-data/')).includes('instance-action'))
    assert.ok((await namesIn('/1.0/meta-data/')).includes('ami-manifest-path'))
    for (const path of ['/openstack/2012-08-10/password', '/openstack/2011-01-01/password'])
      await assert.rejects(get(path), { code: 'NoMetadata' }, path)
  })

  it('gets NoMetadata for unknown paths and versions', async () => {
    const { get } = service()
    for (const path of [
      '/nonsense',
      '/openstack/1999-01-01',
      '/latest/meta-data/constructor',
      '/latest/dynamic',
    ])
      await assert.rejects(get(path), { code: 'NoMetadata' }, path)
  })

  it('is looked up only once while its metadata is cached', async () => {
    const { get, lookedUp } = service(namedByProxy(secret), { cacheMs: 60_000 })
    const first = await get('/openstack/latest/meta_data.json')
    assert.equal(await get('/openstack/latest/meta_data.json'), first)
    assert.equal(lookedUp(), 1)
  })
})

describe('the metadata proxy', () => {
  it('must send the ids of the server and the project, and a valid signature', async () => {
    const { get } = service()
    const { 'x-instance-id': _, ...nameless } = signed(server.id)
    const { 'x-tenant-id': __, ...homeless } = signed(server.id)
    await assert.rejects(get('/', nameless), { message: 'X-Instance-ID header is missing from request.' })
    await assert.rejects(get('/', homeless), { message: 'X-Tenant-ID header is missing from request.' })
    await assert.rejects(get('/', signed(server.id, server.projectId, 'guessed')), {
      code: 'InvalidSignature',
    })
    await assert.rejects(get('/', { ...signed(server.id), 'x-instance-id-signature': '' }), {
      code: 'InvalidSignature',
    })
    await assert.rejects(get('/', { ...signed(server.id), 'x-instance-id': `${server.id}, other` }), {
      message: 'Multiple X-Instance-ID headers found within request.',
    })
  })

  it('gets nothing for a server that is gone, or of another project', async () => {
    const { get } = service()
    await assert.rejects(get('/', signed('0b5d9f4c-0000-4000-8000-000000000000')), { code: 'NoMetadata' })
    await assert.rejects(get('/', signed(server.id, 'another')), { code: 'NoMetadata' })
  })
})

describe('a guest without a proxy', () => {
  it('is identified by its address', async () => {
    const { get } = service(knownByAddress(network()))
    assert.equal(await get('/latest/meta-data/instance-id', {}), 'i-00000001')
  })

  it('gets no metadata if no server has its address, or more than one', async () => {
    const other = { ...one.port, device_id: 'another' }
    await assert.rejects(service(knownByAddress(network([one.port, other]))).get('/', {}), {
      code: 'NoMetadata',
    })
    await assert.rejects(service(knownByAddress(network([]))).get('/', {}), { code: 'NoMetadata' })
  })
})
