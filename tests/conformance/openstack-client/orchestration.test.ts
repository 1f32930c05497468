import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const template = `
heat_template_version: 2018-08-31
parameters:
  size: { type: number, default: 1 }
resources:
  net: { type: OS::Neutron::Net, properties: { name: tier } }
  sub: { type: OS::Neutron::Subnet, properties: { network: { get_resource: net }, cidr: 192.0.2.0/24 } }
  vol: { type: OS::Cinder::Volume, properties: { size: { get_param: size } } }
  word: { type: OS::Heat::RandomString }
outputs:
  net: { value: { get_resource: net } }
`

/** Debian's python3-heatclient, which adds its commands to `openstack`. */
describe('stacks by openstack with the plug-in heatclient', { skip: openstackClientMissing }, () => {
  let cloud: TestCloud
  let openstack: OpenstackClient
  let directory: string
  let file: string
  before(async () => {
    cloud = await startTestCloud()
    openstack = openstackClient(await clientEnvironment(cloud))
    directory = await mkdtemp(join(tmpdir(), 'nimbo-template-'))
    file = join(directory, 'tier.yaml')
    await writeFile(file, template)
  })
  after(async () => {
    await cloud[Symbol.asyncDispose]()
    await rm(directory, { recursive: true, force: true })
  })

  const statusOf = async (): Promise<string> => {
    const [only] = await openstack.json('stack', 'list')
    return only?.['Stack Status']
  }

  it('are created from a template, and show their resources and outputs', async () => {
    await openstack.run('stack', 'create', '-t', file, '--wait', 'tier')
    assert.equal(await statusOf(), 'CREATE_COMPLETE')
    const resources = await openstack.json('stack', 'resource', 'list', 'tier')
    assert.deepEqual(
      resources
        .map(
          ({ resource_name, resource_status }: Record<string, string>) =>
            `${resource_name} ${resource_status}`,
        )
        .sort(),
      ['net CREATE_COMPLETE', 'sub CREATE_COMPLETE', 'vol CREATE_COMPLETE', 'word CREATE_COMPLETE'],
    )
    const net = await openstack.json('network', 'show', 'tier')
    const output = await openstack.json('stack', 'output', 'show', 'tier', 'net')
    assert.equal(output.output_value, net.id)
  })

  it('are updated in place, and checked', async () => {
    const before = await openstack.json('stack', 'resource', 'show', 'tier', 'vol')
    await openstack.run('stack', 'update', '-t', file, '--parameter', 'size=2', '--wait', 'tier')
    assert.equal(await statusOf(), 'UPDATE_COMPLETE')
    const after = await openstack.json('stack', 'resource', 'show', 'tier', 'vol')
    assert.equal(after.physical_resource_id, before.physical_resource_id)
    assert.equal((await openstack.json('volume', 'show', after.physical_resource_id)).size, 2)
    await openstack.run('stack', 'check', '--wait', 'tier')
    assert.equal(await statusOf(), 'CHECK_COMPLETE')
  })

  it('show their events, template, environment, outputs, metadata and failures', async () => {
    const events = await openstack.json('stack', 'event', 'list', 'tier')
    assert.ok(events.some((one: Record<string, string>) => one.resource_status === 'CREATE_COMPLETE'))
    assert.match(await openstack.run('stack', 'template', 'show', 'tier'), /OS::Cinder::Volume/)
    assert.match(await openstack.run('stack', 'environment', 'show', 'tier'), /size/)
    const outputs = await openstack.json('stack', 'output', 'list', 'tier')
    assert.deepEqual(
      outputs.map((one: Record<string, string>) => one.output_key),
      ['net'],
    )
    const metadata = await openstack.json('stack', 'resource', 'metadata', 'tier', 'word')
    assert.deepEqual(metadata, {})
    assert.equal((await openstack.run('stack', 'failures', 'list', 'tier')).trim(), '')
  })

  it('are deleted with all their resources', async () => {
    await openstack.run('stack', 'delete', '--yes', '--wait', 'tier')
    assert.deepEqual(await openstack.json('stack', 'list'), [])
    assert.deepEqual(await openstack.json('volume', 'list'), [])
    assert.deepEqual(await openstack.json('network', 'list', '--name', 'tier'), [])
  })
})
