import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { stacksOf } from './stacks-story.ts'

const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

const networkOf = (cidr: string, extra: object = {}) => ({
  heat_template_version: '2021-04-16',
  parameters: { name: { type: 'string', default: 'tale' } },
  resources: {
    net: { type: 'OS::Neutron::Net', properties: { name: { get_param: 'name' } } },
    subnet: { type: 'OS::Neutron::Subnet', properties: { network: { get_resource: 'net' }, cidr } },
    ...extra,
  },
  outputs: {
    net_id: { value: { get_resource: 'net' } },
    cidr: { value: { get_attr: ['subnet', 'cidr'] }, description: 'of the subnet' },
  },
})

test('a stack is created, updated in place and by replacement, and deleted', async () => {
  const stack = await stacks.create('web', networkOf('10.9.0.0/24'))
  const made = await stacks.settled(stack)
  assert.equal(made.stack_status, 'CREATE_COMPLETE', made.stack_status_reason)
  const [cidr, net] = made.outputs.toSorted((one: { output_key: string }, other: { output_key: string }) =>
    one.output_key < other.output_key ? -1 : 1,
  )
  assert.equal(cidr.output_value, '10.9.0.0/24')
  const shown = await cloud().admin.network.get(`/v2.0/networks/${net.output_value}`)
  assert.equal(shown.body.network.name, 'tale')

  const update = { template: networkOf('10.10.0.0/24'), parameters: { name: 'told' } }
  assert.equal((await stacks.door.put(stacks.path(stack), update)).status, 202)
  const changed = await stacks.settled(stack)
  assert.equal(changed.stack_status, 'UPDATE_COMPLETE', changed.stack_status_reason)
  const after = await cloud().admin.network.get(`/v2.0/networks/${net.output_value}`)
  assert.equal(after.body.network.name, 'told')
  const subnets = await cloud().admin.network.get(`/v2.0/subnets?network_id=${net.output_value}`)
  assert.deepEqual(
    subnets.body.subnets.map((one: { cidr: string }) => one.cidr),
    ['10.10.0.0/24'],
  )

  const { body } = await stacks.door.get(stacks.path(`${stack}/resources`))
  assert.deepEqual(
    body.resources
      .map((one: { resource_name: string; resource_status: string }) => [
        one.resource_name,
        one.resource_status,
      ])
      .sort(),
    [
      ['net', 'UPDATE_COMPLETE'],
      ['subnet', 'CREATE_COMPLETE'],
    ],
  )
  assert.equal((await stacks.door.delete(stacks.path(stack))).status, 204)
  await stacks.gone(stack)
  assert.equal((await cloud().admin.network.get(`/v2.0/networks/${net.output_value}`)).status, 404)
})

const tried = (properties: object) => ({ type: 'OS::Heat::TestResource', properties })
const of = (resources: object, more: object = {}) => ({
  heat_template_version: '2021-04-16',
  resources,
  ...more,
})

test('a failed update reports the path of the resource and is rolled back if requested', async () => {
  const stack = await stacks.create('tried', of({ one: tried({ value: 'a' }) }))
  assert.equal((await stacks.settled(stack)).stack_status, 'CREATE_COMPLETE')
  const bad = {
    template: of({ one: tried({ value: 'b' }), two: tried({ fail: true }) }),
    disable_rollback: false,
  }
  assert.equal((await stacks.door.put(stacks.path(stack), bad)).status, 202)
  const back = await stacks.settled(stack)
  assert.equal(back.stack_status, 'ROLLBACK_COMPLETE', back.stack_status_reason)
  const { body } = await stacks.door.get(stacks.path(`${stack}/events`))
  const reasons = body.events.map((event: { resource_status_reason: string }) => event.resource_status_reason)
  assert.ok(
    reasons.some((reason: string) => reason.includes('resources.two: Test Resource failed two')),
    reasons.join('\n'),
  )
  const resources = await stacks.door.get(stacks.path(`${stack}/resources`))
  assert.deepEqual(
    resources.body.resources.map((one: { resource_name: string }) => one.resource_name),
    ['one'],
  )
  for (const action of ['suspend', 'resume', 'check']) {
    assert.equal((await stacks.door.post(stacks.path(`${stack}/actions`), { [action]: null })).status, 200)
    assert.equal((await stacks.settled(stack)).stack_status, `${action.toUpperCase()}_COMPLETE`)
  }
  assert.equal((await stacks.door.delete(stacks.path(stack))).status, 204)
  await stacks.gone(stack)
})

test('a template can be used as a resource type, whose attributes are its outputs', async () => {
  const inner =
    'heat_template_version: 2021-04-16\nparameters: {text: {type: string}}\nresources:\n  r: {type: OS::Heat::TestResource, properties: {value: {get_param: text}}}\noutputs: {said: {value: {get_attr: [r, output]}}}\n'
  const template = of(
    { inner: { type: 'inner.yaml', properties: { text: 'hello' } } },
    { outputs: { said: { value: { get_attr: ['inner', 'said'] } } } },
  )
  const stack = await stacks.create('outer', template, { files: { 'inner.yaml': inner } })
  const made = await stacks.settled(stack)
  assert.equal(made.stack_status, 'CREATE_COMPLETE', made.stack_status_reason)
  assert.equal(made.outputs[0].output_value, 'hello')
  await stacks.door.delete(stacks.path(stack))
  await stacks.gone(stack)
})

test('a circular dependency is refused with its line, and an unknown stack is not found', async () => {
  const text =
    'heat_template_version: 2021-04-16\nresources:\n  a:\n    type: OS::Heat::None\n    depends_on: b\n  b:\n    type: OS::Heat::None\n    depends_on: a\n'
  const { status, body } = await stacks.door.post(stacks.path('/stacks'), {
    stack_name: 'bad',
    template: text,
  })
  assert.deepEqual([status, body.error.type], [400, 'CircularDependencyException'])
  assert.match(body.error.message, /^line \d+: Circular Dependency Found: /)
  const { status: found } = await stacks.door.get(stacks.path('/stacks/none'))
  assert.equal(found, 404)
})
