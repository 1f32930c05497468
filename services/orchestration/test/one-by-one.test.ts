import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

describe('single requests to orchestration', () => {
  const cloud = ownCloud()
  const stacks = stacksOf(() => cloud().admin)

  const atRoot = (path: string, request: RequestInit = {}) =>
    fetch(`${cloud().url}/heat-api${path}`, {
      ...request,
      headers: { 'x-auth-token': cloud().admin.token, 'content-type': 'application/json' },
    })
  const signal = (address: unknown, body: object) =>
    fetch(String(address), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('the versions are listed without a token', async () => {
    const reply = await fetch(`${cloud().url}/heat-api/`)
    assert.equal(reply.status, 300)
    const { versions } = JSON.parse(await reply.text())
    assert.deepEqual([versions[0].id, versions[0].status], ['v1.0', 'CURRENT'])
  })

  it('a resource type is shown as a template with one resource of it', async () => {
    const path = stacks.path('/resource_types/OS::Heat::TestResource/template?template_type=hot')
    const { status, body } = await stacks.door.get(path)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(Object.values(body.resources), [
      {
        type: 'OS::Heat::TestResource',
        properties: Object.fromEntries(
          Object.keys(body.parameters).map((name) => [name, { get_param: name }]),
        ),
      },
    ])
  })

  it('an update preview of changed parameters alone lists the resources that would be updated', async () => {
    const template = {
      ...outputTemplate({
        said: { type: 'OS::Heat::TestResource', properties: { value: { get_param: 'word' } } },
      }),
      parameters: { word: { type: 'string' } },
    }
    const place = await stacks.create('before', template, { parameters: { word: 'one' } })
    await stacks.outputs(place)
    const { status, body } = await stacks.door.patch(stacks.path(`${place}/preview`), {
      parameters: { word: 'two' },
    })
    assert.equal(status, 200, JSON.stringify(body))
    const changed = body.resource_changes.updated.map((one: { resource_name: string }) => one.resource_name)
    assert.deepEqual(changed, ['said'])
    await stacks.drop(place)
  })

  it('signed URLs of wait condition handles and scaling policies accept signals without a token', async () => {
    const template = outputTemplate(
      {
        handle: { type: 'OS::Heat::WaitConditionHandle', properties: { signal_transport: 'CFN_SIGNAL' } },
        wait: {
          type: 'OS::Heat::WaitCondition',
          properties: { handle: { get_resource: 'handle' }, timeout: 60, count: 1 },
        },
        group: {
          type: 'OS::Heat::AutoScalingGroup',
          properties: {
            ...{ min_size: 0, max_size: 2, desired_capacity: 0 },
            resource: { type: 'OS::Heat::TestResource', properties: { value: 'a' } },
          },
        },
        policy: {
          type: 'OS::Heat::ScalingPolicy',
          properties: {
            adjustment_type: 'change_in_capacity',
            auto_scaling_group_id: { get_resource: 'group' },
            scaling_adjustment: 2,
          },
        },
      },
      { data: { get_attr: ['wait', 'data'] }, values: { get_attr: ['group', 'outputs_list', 'output'] } },
    )
    const place = await stacks.create('signed', template)
    const attribute = (name: string, attr: string): Promise<string> =>
      eventually(async () => {
        const { body } = await stacks.door.get(stacks.path(`${place}/resources/${name}?with_attr=${attr}`))
        return body.resource.attributes[attr].toString()
      })
    const { alarm_url } = JSON.parse(await attribute('handle', 'signal'))
    assert.equal((await signal(alarm_url, { id: 'a', data: 'one' })).status, 200)
    assert.equal((await stacks.outputs(place)).data, '{"a":"one"}')
    assert.equal((await signal(await attribute('policy', 'alarm_url'), { current: 'alarm' })).status, 200)
    await eventually(async () => assert.deepEqual((await stacks.outputs(place)).values, ['a', 'a']))
    await stacks.drop(place)
  })

  it('an audit finds and repairs nothing after the stacks of these tests', async () => {
    await cloud().settled()
    const looked = await atRoot('/v1/nimbo-audit?grace=0')
    assert.deepEqual(JSON.parse(await looked.text()).audit.findings, [])
    const repaired = await atRoot('/v1/nimbo-audit', {
      method: 'POST',
      body: JSON.stringify({ repair: true, grace: 0 }),
    })
    assert.deepEqual(JSON.parse(await repaired.text()).audit.findings, [])
  })
})
