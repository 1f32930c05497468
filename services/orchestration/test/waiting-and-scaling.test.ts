import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'
import { typesCoveredBy } from './covered-types.ts'

/** Types that wait for signals, scale groups, or exist for old templates. */
const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

const shown = async (place: string, name: string) =>
  (await stacks.door.get(stacks.path(`${place}/resources/${name}`))).body.resource

/** Signals a resource, as soon as it accepts signals. */
const signal = (place: string, name: string, body: object): Promise<void> =>
  eventually(async () => {
    const { status, body: said } = await stacks.door.post(
      stacks.path(`${place}/resources/${name}/signal`),
      body,
    )
    assert.equal(status, 200, JSON.stringify(said))
  })

test('a wait condition waits for its number of signals, for more after an update, and fails on a failure', async () => {
  const waiting = (count: number) =>
    outputTemplate(
      {
        handle: { type: 'OS::Heat::WaitConditionHandle' },
        wait: {
          type: 'OS::Heat::WaitCondition',
          properties: { handle: { get_resource: 'handle' }, timeout: 60, count },
        },
      },
      { data: { get_attr: ['wait', 'data'] }, curl: { get_attr: ['handle', 'curl_cli'] } },
    )
  const place = await stacks.create('waits', waiting(1))
  await signal(place, 'handle', { id: 'first', data: 'one' })
  const { data, curl } = await stacks.outputs(place)
  assert.deepEqual(JSON.parse(String(data)), { first: 'one' })
  assert.match(String(curl), /^curl -i -X POST .*'http.*Signature=/)
  await stacks.update(place, waiting(2))
  await signal(place, 'handle', { data: 'two' })
  assert.deepEqual(JSON.parse(String((await stacks.outputs(place)).data)), { first: 'one', 2: 'two' })
  await stacks.update(place, waiting(3))
  await signal(place, 'handle', { status: 'FAILURE', reason: 'no disk' })
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.equal(stack_status, 'UPDATE_FAILED')
  assert.match(stack_status_reason, /resources\.wait: no disk/)
  await stacks.drop(place)
})

test('a wait condition handle is replaced if its signal transport changes', async () => {
  const handle = (signal_transport: string) =>
    outputTemplate({ handle: { type: 'OS::Heat::WaitConditionHandle', properties: { signal_transport } } })
  const place = await stacks.create('another', handle('NO_SIGNAL'))
  await stacks.outputs(place)
  const first = (await shown(place, 'handle')).physical_resource_id
  await stacks.update(place, handle('CFN_SIGNAL'))
  await stacks.outputs(place)
  assert.notEqual((await shown(place, 'handle')).physical_resource_id, first)
  await stacks.drop(place)
})

test('an update of a stack replaces an UpdateWaitConditionHandle, and waits for a new signal', async () => {
  const waiting = (value: string) =>
    outputTemplate(
      {
        handle: { type: 'OS::Heat::UpdateWaitConditionHandle' },
        wait: {
          type: 'OS::Heat::WaitCondition',
          properties: { handle: { get_resource: 'handle' }, timeout: 60 },
        },
        other: { type: 'OS::Heat::Value', properties: { value } },
      },
      { data: { get_attr: ['wait', 'data'] } },
    )
  const said = (data: string) => ({ Status: 'SUCCESS', Reason: '', UniqueId: 'a', Data: data })
  const place = await stacks.create('again', waiting('a'))
  await signal(place, 'handle', said('one'))
  assert.deepEqual(JSON.parse(String((await stacks.outputs(place)).data)), { a: 'one' })
  const first = (await shown(place, 'handle')).physical_resource_id
  await stacks.update(place, waiting('b'))
  await eventually(async () => assert.notEqual((await shown(place, 'handle')).physical_resource_id, first))
  await signal(place, 'handle', said('two'))
  assert.deepEqual(JSON.parse(String((await stacks.outputs(place)).data)), { a: 'two' })
  await stacks.drop(place)
})

test('signals to a scaling policy change the group by its adjustment, after an update by the new one', async () => {
  const scaling = (scaling_adjustment: number, value: string) =>
    outputTemplate(
      {
        group: {
          type: 'OS::Heat::AutoScalingGroup',
          properties: {
            ...{ min_size: 1, max_size: 4, desired_capacity: 1 },
            resource: { type: 'OS::Heat::TestResource', properties: { value } },
          },
        },
        policy: {
          type: 'OS::Heat::ScalingPolicy',
          properties: {
            adjustment_type: 'change_in_capacity',
            auto_scaling_group_id: { get_resource: 'group' },
            scaling_adjustment,
          },
        },
      },
      {
        size: { get_attr: ['group', 'current_size'] },
        values: { get_attr: ['group', 'outputs_list', 'output'] },
      },
    )
  const place = await stacks.create('scales', scaling(2, 'a'))
  assert.deepEqual((await stacks.outputs(place)).values, ['a'])
  await signal(place, 'policy', { current: 'alarm' })
  await eventually(async () => assert.deepEqual((await stacks.outputs(place)).values, ['a', 'a', 'a']))
  await stacks.update(place, scaling(-1, 'b'))
  assert.deepEqual((await stacks.outputs(place)).values, ['b', 'b', 'b'])
  await signal(place, 'policy', {})
  await eventually(async () => assert.deepEqual((await stacks.outputs(place)).values, ['b', 'b']))
  await stacks.drop(place)
})

test('a signal that cannot change the size of a group starts no cooldown', async () => {
  const scaling = (max_size: number) =>
    outputTemplate(
      {
        group: {
          type: 'OS::Heat::AutoScalingGroup',
          properties: {
            ...{ min_size: 1, max_size, desired_capacity: 1 },
            resource: { type: 'OS::Heat::TestResource' },
          },
        },
        policy: {
          type: 'OS::Heat::ScalingPolicy',
          properties: {
            adjustment_type: 'change_in_capacity',
            auto_scaling_group_id: { get_resource: 'group' },
            scaling_adjustment: 1,
            cooldown: 3600,
          },
        },
      },
      { size: { get_attr: ['group', 'current_size'] } },
    )
  const place = await stacks.create('full', scaling(1))
  await stacks.outputs(place)
  await signal(place, 'policy', {})
  await stacks.update(place, scaling(3))
  await stacks.outputs(place)
  for (const _ of ['grows', 'cools']) await signal(place, 'policy', {})
  await eventually(async () => assert.equal((await stacks.outputs(place)).size, 2))
  await stacks.drop(place)
})

const groups = [
  'OS::Heat::SoftwareDeploymentGroup',
  'OS::Heat::SoftwareDeployments',
  'OS::Heat::StructuredDeploymentGroup',
  'OS::Heat::StructuredDeployments',
]
for (const type of groups)
  test(`${type} deploys a config on its servers, and an update adds and removes servers`, async () => {
    const isStructured = type.includes('Structured')
    const deploying = (names: readonly string[]) =>
      outputTemplate({
        config: isStructured
          ? { type: 'OS::Heat::StructuredConfig', properties: { config: { a: 1 } } }
          : { type: 'OS::Heat::SoftwareConfig', properties: { config: '#!/bin/sh' } },
        deployed: {
          type,
          properties: {
            config: { get_resource: 'config' },
            servers: Object.fromEntries(names.map((name) => [name, `server-${name}`])),
            signal_transport: 'NO_SIGNAL',
          },
        },
      })
    const servers = async (): Promise<readonly string[]> =>
      (await stacks.door.get(stacks.path('/software_deployments'))).body.software_deployments
        .map(({ server_id }: { server_id: string }) => server_id)
        .toSorted()
    const place = await stacks.create(`deploys-${groups.indexOf(type)}`, deploying(['a', 'b']))
    await stacks.outputs(place)
    assert.deepEqual(await servers(), ['server-a', 'server-b'])
    await stacks.update(place, deploying(['b', 'c', 'd']))
    await stacks.outputs(place)
    assert.deepEqual(await servers(), ['server-b', 'server-c', 'server-d'])
    await stacks.drop(place)
    assert.deepEqual(await servers(), [])
  })

test('AccessPolicy and HARestarter are placeholders, which are replaced by changes', async () => {
  const old = (name: string) =>
    outputTemplate({
      policy: { type: 'OS::Heat::AccessPolicy', properties: { AllowedResources: [name] } },
      restarter: { type: 'OS::Heat::HARestarter', properties: { InstanceId: name } },
    })
  const place = await stacks.create('old', old('one'))
  await stacks.outputs(place)
  const first = (await shown(place, 'policy')).physical_resource_id
  await stacks.update(place, old('two'))
  await stacks.outputs(place)
  assert.notEqual((await shown(place, 'policy')).physical_resource_id, first)
  await stacks.drop(place)
})

test('the tests above create, update and delete each resource type that this file covers', () => {
  assert.deepEqual(stacks.lives.missing(typesCoveredBy('waiting-and-scaling')), [])
})
