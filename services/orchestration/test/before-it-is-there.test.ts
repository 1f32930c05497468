import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { stacksOf } from './stacks-story.ts'

/** What validation and previews report of stacks and their nested stacks before anything is created. */
const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

const version = 'heat_template_version: 2021-04-16\n'
const inner = `${version}description: the inner one
parameters:
  word: { type: string }
  size: { type: number, default: 3 }
resources:
  one:
    type: OS::Heat::TestResource
    properties: { value: { get_param: word } }
outputs:
  word: { value: { get_attr: [one, output] } }
`
const outer = `${version}parameters:
  word: { type: string, default: hello }
resources:
  net: { type: OS::Neutron::Net }
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: { type: inner.yaml, properties: { word: { get_resource: net } } }
  single: { type: inner.yaml, properties: { word: { get_param: word } } }
`
const files = { 'inner.yaml': inner }

const post = async (path: string, body: object) => {
  const reply = await stacks.door.post(stacks.path(path), body)
  return { status: reply.status, body: reply.body }
}

test('a preview shows the resources of nested stacks in place of the resources that create them', async () => {
  const { status, body } = await post('/stacks/preview', { stack_name: 'whole', template: outer, files })
  assert.equal(status, 200, JSON.stringify(body))
  const [net, group, single] = body.stack.resources
  assert.deepEqual([net.resource_name, net.resource_action, net.resource_status], ['net', 'INIT', 'COMPLETE'])
  assert.deepEqual(net.required_by, ['group'])
  assert.deepEqual(
    group.map(([one]: readonly { stack_name: string; parent_resource: string }[]) => [
      one?.stack_name,
      one?.parent_resource,
    ]),
    [
      ['whole-group-0', '0'],
      ['whole-group-1', '1'],
    ],
  )
  assert.deepEqual([single[0].properties.value, single[0].parent_resource], ['hello', 'single'])
  assert.equal(single[0].resource_identity.path, '/resources/one')
  assert.deepEqual(Object.keys(single[0].attributes), ['output'])
  assert.equal(body.stack.parameters['OS::stack_id'], 'None')
})

test('validation with show_nested describes the parameters of nested templates too', async () => {
  const { status, body } = await post('/validate?show_nested=true', { template: outer, files })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body.Parameters.word, {
    ...{ Type: 'String', Description: '', NoEcho: 'false', Label: 'word', Default: 'hello' },
  })
  const { single, group } = body.NestedParameters
  assert.deepEqual(
    [single.Type, single.Description, single.Parameters.word.Value],
    ['inner.yaml', 'the inner one', 'hello'],
  )
  assert.equal(group.NestedParameters['0'].Parameters.size.Default, 3)
  assert.deepEqual(body.Environment.resource_registry, { resources: {}, 'inner.yaml': 'inner.yaml' })
  assert.equal((await post('/validate', { template: outer, files })).body.NestedParameters, undefined)
})

test('an error in a nested template is refused with its file, path and line', async () => {
  const wrong = inner.replace('get_param: word', 'get_param: sword')
  const refused = await post('/stacks', {
    stack_name: 'bad',
    template: outer,
    files: { 'inner.yaml': wrong },
  })
  assert.equal(refused.status, 400)
  assert.match(
    refused.body.error.message,
    /^line \d+: inner\.yaml, line 9: Property error: : resources\.one\.properties\.value: : The Parameter \(sword\)/,
  )
  const type = inner.replace('OS::Heat::TestResource', 'OS::Heat::Nothing')
  const unknown = await post('/stacks', {
    stack_name: 'bad',
    template: outer,
    files: { 'inner.yaml': type },
  })
  assert.match(unknown.body.error.message, /inner\.yaml, line 8: The Resource Type \(OS::Heat::Nothing\)/)
})

test('limits on resources and on the depth of nested stacks are checked before anything is created', async () => {
  const group = (count: number) => ({
    heat_template_version: '2021-04-16',
    resources: {
      group: {
        type: 'OS::Heat::ResourceGroup',
        properties: { count, resource_def: { type: 'OS::Heat::None' } },
      },
    },
  })
  const { status, body } = await post('/stacks', { stack_name: 'large', template: group(1000) })
  assert.equal(status, 400, JSON.stringify(body))
  const deep = await post('/stacks', {
    stack_name: 'deep',
    template: `${version}resources: { again: { type: again.yaml } }\n`,
    files: { 'again.yaml': `${version}resources: { again: { type: again.yaml } }\n` },
  })
  assert.match(deep.body.error.message, /Recursion depth exceeds 5/)
})

test('a resource that waits at a hook keeps its previous status until the hook is cleared', async () => {
  const template = {
    heat_template_version: '2021-04-16',
    resources: { one: { type: 'OS::Heat::RandomString' } },
  }
  const holding = (hooks: string) => ({ resource_registry: { resources: { one: { hooks } } } })
  const place = await stacks.create('held', template, { environment: holding('pre-create') })
  const heldAs = async (state: string, reason: string): Promise<void> =>
    eventually(async () => {
      const { resource } = (await stacks.door.get(stacks.path(`${place}/resources/one`))).body
      assert.equal(resource.resource_status, state)
      const { events } = (await stacks.door.get(stacks.path(`${place}/resources/one/events`))).body
      const last = events.at(-1)
      assert.deepEqual([last.resource_status, last.resource_status_reason], [state, reason])
    })
  const clear = async (hook: string): Promise<void> => {
    const said = await post(`${place}/resources/one/signal`, { unset_hook: hook })
    assert.equal(said.status, 200, JSON.stringify(said.body))
  }
  await heldAs('INIT_COMPLETE', 'CREATE paused until Hook pre-create is cleared')
  await clear('pre-create')
  assert.equal((await stacks.settled(place)).stack_status, 'CREATE_COMPLETE')
  // The hook also pauses an update that does not change the resource.
  const asked = await stacks.door.put(stacks.path(place), { template, environment: holding('pre-update') })
  assert.equal(asked.status, 202)
  await heldAs('CREATE_COMPLETE', 'UPDATE paused until Hook pre-update is cleared')
  await clear('pre-update')
  assert.equal((await stacks.settled(place)).stack_status, 'UPDATE_COMPLETE')
  assert.equal((await stacks.door.delete(stacks.path(place))).status, 204)
  await stacks.gone(place)
})
