import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'
import { typesCoveredBy } from './covered-types.ts'

const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

test('a ResourceGroup indexes its members, is updated in batches and removes those of a removal policy', async () => {
  const group = (count: number, value: string, more: object = {}) =>
    outputTemplate(
      {
        group: {
          type: 'OS::Heat::ResourceGroup',
          update_policy: { rolling_update: { max_batch_size: 1, min_in_service: 1 } },
          properties: {
            count,
            resource_def: { type: 'OS::Heat::TestResource', properties: { value: `${value} %index%` } },
            ...more,
          },
        },
      },
      {
        values: { get_attr: ['group', 'output'] },
        map: { get_attr: ['group', 'attributes', 'output'] },
        one: { get_attr: ['group', 'resource.0.output'] },
        refs: { get_attr: ['group', 'refs'] },
      },
    )
  const place = await stacks.create('group', group(2, 'a'))
  const made = await stacks.outputs(place)
  assert.deepEqual([made.values, made.map, made.one], [['a 0', 'a 1'], { 0: 'a 0', 1: 'a 1' }, 'a 0'])
  await stacks.update(place, group(3, 'b'))
  const grown = await stacks.outputs(place)
  assert.deepEqual(grown.values, ['b 0', 'b 1', 'b 2'])
  await stacks.update(place, group(2, 'b', { removal_policies: [{ resource_list: ['0'] }] }))
  const less = await stacks.outputs(place)
  assert.deepEqual(less.map, { 1: 'b 1', 2: 'b 2' })
  assert.deepEqual(less.refs, Array.isArray(grown.refs) ? grown.refs.slice(1) : [])
  await stacks.drop(place)
})

test('an InstanceGroup creates as many servers as its size says, with its tags as metadata', async () => {
  const ImageId = await makeImage(cloud().admin)
  const InstanceType = await makeFlavor(cloud().admin)
  const group = (Size: number) =>
    outputTemplate(
      {
        launch: {
          type: 'AWS::AutoScaling::LaunchConfiguration',
          properties: { ImageId, InstanceType, UserData: `${Size}` },
        },
        group: {
          type: 'OS::Heat::InstanceGroup',
          properties: {
            AvailabilityZones: ['nova'],
            LaunchConfigurationName: { get_resource: 'launch' },
            Size,
            Tags: [{ Key: 'role', Value: 'web' }],
          },
        },
      },
      { list: { get_attr: ['group', 'InstanceList'] } },
    )
  const place = await stacks.create('instances', group(1))
  assert.equal((await stacks.outputs(place)).list, '')
  await stacks.update(place, group(2))
  assert.equal((await stacks.outputs(place)).list, ',')
  const { servers } = (await cloud().admin.compute.get('/servers/detail')).body
  assert.deepEqual(
    servers.map(({ metadata }: { metadata: object }) => metadata),
    [{ role: 'web' }, { role: 'web' }],
  )
  await stacks.drop(place)
})

test('a ResourceChain creates a resource for each type in its list, and grows with the list', async () => {
  const chain = (types: readonly string[]) =>
    outputTemplate(
      {
        chain: {
          type: 'OS::Heat::ResourceChain',
          properties: { resources: types, resource_properties: { value: 'link' } },
        },
      },
      { values: { get_attr: ['chain', 'attributes', 'output'] } },
    )
  const type = 'OS::Heat::TestResource'
  const place = await stacks.create('chain', chain([type, type]))
  assert.deepEqual((await stacks.outputs(place)).values, { 0: 'link', 1: 'link' })
  await stacks.update(place, chain([type, type, type]))
  assert.deepEqual((await stacks.outputs(place)).values, { 0: 'link', 1: 'link', 2: 'link' })
  await stacks.drop(place)
})

test('software configs are deployed on a server, and its signals complete or fail the deployment', async () => {
  const configs = (greeting: string) =>
    outputTemplate(
      {
        script: {
          type: 'OS::Heat::SoftwareConfig',
          properties: {
            group: 'script',
            config: `#!/bin/sh\n: ${greeting}`,
            inputs: [{ name: 'greeting', default: 'none' }],
            outputs: [{ name: 'answer' }, { name: 'wrong', error_output: true }],
          },
        },
        cloud: {
          type: 'OS::Heat::CloudConfig',
          properties: { cloud_config: { users: ['ada'], hostname: greeting } },
        },
        parts: {
          type: 'OS::Heat::MultipartMime',
          properties: {
            parts: [
              { config: { get_resource: 'cloud' } },
              { config: `#!/bin/sh\n: ${greeting}`, filename: 'go.sh' },
            ],
          },
        },
        component: {
          type: 'OS::Heat::SoftwareComponent',
          properties: { configs: [{ config: `#!/bin/sh\n: ${greeting}`, tool: 'script' }] },
        },
        structured: {
          type: 'OS::Heat::StructuredConfig',
          properties: { config: { hi: { get_input: 'name' }, greeting }, inputs: [{ name: 'name' }] },
        },
        server: { type: 'OS::Heat::DeployedServer', properties: { metadata: { greeting } } },
        deployed: {
          type: 'OS::Heat::SoftwareDeployment',
          properties: {
            config: { get_resource: 'script' },
            server: { get_resource: 'server' },
            input_values: { greeting },
          },
        },
        quiet: {
          type: 'OS::Heat::StructuredDeployment',
          properties: {
            config: { get_resource: 'structured' },
            server: { get_resource: 'server' },
            input_values: { name: 'ada', greeting },
            signal_transport: 'NO_SIGNAL',
          },
        },
        many: {
          type: 'OS::Heat::SoftwareDeploymentGroup',
          properties: {
            config: { get_resource: 'script' },
            servers: { one: { get_resource: 'server' } },
            signal_transport: 'NO_SIGNAL',
          },
        },
      },
      {
        answer: { get_attr: ['deployed', 'answer'] },
        out: { get_attr: ['deployed', 'deploy_stdout'] },
        cloud: { get_attr: ['cloud', 'config'] },
        parts: { get_attr: ['parts', 'config'] },
        server: { get_resource: 'server' },
      },
    )
  const place = await stacks.create('configs', configs('hello'))
  const signal = async (body: object): Promise<void> => {
    await eventually(async () => {
      const shown = await stacks.door.get(stacks.path(`${place}/resources/deployed`))
      assert.equal(shown.status, 200)
      assert.match(shown.body.resource.resource_status, /IN_PROGRESS/)
      assert.ok(shown.body.resource.physical_resource_id)
    })
    const { status, body: said } = await stacks.door.post(
      stacks.path(`${place}/resources/deployed/signal`),
      body,
    )
    assert.equal(status, 200, JSON.stringify(said))
  }
  await signal({ answer: '42', deploy_stdout: 'fine', deploy_status_code: 0 })
  const { answer, out, cloud: cloudConfig, parts, server } = await stacks.outputs(place)
  assert.deepEqual([answer, out], ['42', 'fine'])
  assert.match(String(cloudConfig), /^#cloud-config\nusers:\n {2}- ada/)
  assert.match(String(parts), /text\/cloud-config[\s\S]*- ada[\s\S]*filename="go.sh"/)
  const { metadata } = (await stacks.door.get(stacks.path(`/software_deployments/metadata/${server}`))).body
  assert.equal(metadata.length, 3)
  assert.match(JSON.stringify(metadata), /"hi":"ada"/)
  assert.match(JSON.stringify(metadata), /"name":"greeting"[^}]*"value":"hello"/)
  await stacks.update(place, configs('bye'))
  await signal({ deploy_status_code: 1 })
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.equal(stack_status, 'UPDATE_FAILED')
  assert.match(
    stack_status_reason,
    /Deployment to server failed: deploy_status_code : Deployment exited with non-zero/,
  )
  await stacks.drop(place)
  assert.deepEqual((await stacks.door.get(stacks.path('/software_configs'))).body.software_configs, [])
})

test('OS::Heat::Stack creates a nested stack from a template, and shows and updates its outputs', async () => {
  const inner = (value: string) =>
    JSON.stringify(
      outputTemplate(
        { one: { type: 'OS::Heat::Value', properties: { value } } },
        { it: { get_attr: ['one', 'value'] } },
      ),
    )
  const outer = (value: string) =>
    outputTemplate(
      { inner: { type: 'OS::Heat::Stack', properties: { template: inner(value) } } },
      { it: { get_attr: ['inner', 'outputs', 'it'] } },
    )
  const place = await stacks.create('outer', outer('first'))
  assert.equal((await stacks.outputs(place)).it, 'first')
  await stacks.update(place, outer('second'))
  assert.equal((await stacks.outputs(place)).it, 'second')
  await stacks.drop(place)
})

test('the tests above create, update and delete each resource type that this file covers', () => {
  assert.deepEqual(stacks.lives.missing(typesCoveredBy('groups-and-configs')), [])
})
