import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** Templates used as types, and what becomes of their stacks when updates and failures change or end them. */
const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

const version = 'heat_template_version: 2021-04-16\n'
const saying = (value: string) =>
  `${version}resources: { one: { type: OS::Heat::TestResource, properties: { value: ${value} } } }\n` +
  'outputs: { said: { value: { get_attr: [one, output] } } }\n'

const put = async (place: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
  const { status, body: said } = await stacks.door.put(stacks.path(place), body)
  assert.equal(status, 202, JSON.stringify(said))
  return stacks.outputs(place)
}

test('an update takes a resource away whose template or type mapping it does not have any more', async () => {
  const both = outputTemplate({ inner: { type: 'inner.yaml' }, word: { type: 'My::Word' } })
  const place = await stacks.create('shrinks', both, {
    files: { 'inner.yaml': saying('a') },
    environment: { resource_registry: { 'My::Word': 'OS::Heat::RandomString' } },
  })
  await stacks.outputs(place)
  await put(place, { template: outputTemplate({}) })
  assert.deepEqual((await stacks.door.get(stacks.path(`${place}/resources`))).body.resources, [])
  await stacks.drop(place)
})

test('an update replaces a nested stack by one of another template', async () => {
  const of = (type: string, value: string) => ({
    template: outputTemplate({ inner: { type } }, { said: { get_attr: ['inner', 'said'] } }),
    files: { [type]: saying(value) },
  })
  const first = of('first.yaml', 'a')
  const place = await stacks.create('moves', first.template, { files: first.files })
  assert.equal((await stacks.outputs(place)).said, 'a')
  assert.equal((await put(place, of('second.yaml', 'b'))).said, 'b')
  await stacks.drop(place)
})

test('an update of nothing but the template file of group members updates the members', async () => {
  const template = outputTemplate(
    {
      group: {
        type: 'OS::Heat::ResourceGroup',
        properties: { count: 2, resource_def: { type: 'inner.yaml' } },
      },
    },
    { said: { get_attr: ['group', 'said'] } },
  )
  const place = await stacks.create('members', template, { files: { 'inner.yaml': saying('a') } })
  assert.deepEqual((await stacks.outputs(place)).said, ['a', 'a'])
  const { said } = await put(place, { template, files: { 'inner.yaml': saying('b') } })
  assert.deepEqual(said, ['b', 'b'])
  await stacks.drop(place)
})

test('a parameter of a nested template that proves invalid fails its resource, and the stack can be deleted', async () => {
  const template = outputTemplate({
    word: { type: 'OS::Heat::RandomString' },
    inner: { type: 'inner.yaml', properties: { doc: { get_attr: ['word', 'value'] } } },
  })
  const place = await stacks.create('unfit', template, {
    files: { 'inner.yaml': `${version}parameters: { doc: { type: json } }\n` },
  })
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.equal(stack_status, 'CREATE_FAILED')
  assert.match(stack_status_reason, /resources\.inner: Parameter 'doc' is invalid: Value must be valid JSON/)
  await stacks.drop(place)
})

test('values for a nested template are converted as its parameters: texts to lists, structures to texts', async () => {
  const inner = `${version}parameters: { names: { type: comma_delimited_list }, doc: { type: string } }
outputs: { names: { value: { get_param: names } }, doc: { value: { get_param: doc } } }\n`
  const template = outputTemplate(
    { inner: { type: 'inner.yaml', properties: { names: 'a, b', doc: { a: [1] } } } },
    { names: { get_attr: ['inner', 'names'] }, doc: { get_attr: ['inner', 'doc'] } },
  )
  const place = await stacks.create('converts', template, { files: { 'inner.yaml': inner } })
  assert.deepEqual(await stacks.outputs(place), { names: ['a', 'b'], doc: '{"a":[1]}' })
  await stacks.drop(place)
})

test('the nested stacks of a stack that has failed stop too', async () => {
  const waiting = `${version}resources:
  handle: { type: OS::Heat::WaitConditionHandle }
  wait: { type: OS::Heat::WaitCondition, properties: { handle: { get_resource: handle }, timeout: 600 } }\n`
  const template = outputTemplate({
    inner: { type: 'inner.yaml' },
    bad: { type: 'OS::Heat::TestResource', properties: { fail: true } },
  })
  const place = await stacks.create('halts', template, { files: { 'inner.yaml': waiting } })
  assert.equal((await stacks.settled(place)).stack_status, 'CREATE_FAILED')
  const { body } = await stacks.door.get(stacks.path('/stacks?show_nested=true'))
  const inner = body.stacks.find(({ parent }: { readonly parent: string | null }) => parent !== null)
  assert.equal(inner.stack_status, 'CREATE_FAILED')
  const path = stacks.path(`/stacks/${inner.stack_name}/${inner.id}/resources/wait`)
  await eventually(async () => {
    const { resource } = (await stacks.door.get(path)).body
    assert.equal(resource.resource_status, 'CREATE_FAILED')
  })
  await stacks.drop(place)
})

test('get_resource of a mapped type is the reference of the type behind it', async () => {
  const template = outputTemplate(
    { word: { type: 'My::Word' } },
    {
      reference: { get_resource: 'word' },
      value: { get_attr: ['word', 'value'] },
    },
  )
  const place = await stacks.create('refers', template, {
    environment: { resource_registry: { 'My::Word': 'OS::Heat::RandomString' } },
  })
  const { reference, value } = await stacks.outputs(place)
  assert.equal(reference, value)
  await stacks.drop(place)
})

test('an update changes both the properties and the metadata of a resource', async () => {
  const of = (value: string) =>
    outputTemplate({ one: { type: 'OS::Heat::TestResource', properties: { value }, metadata: { value } } })
  const place = await stacks.create('described', of('a'))
  await stacks.outputs(place)
  await put(place, { template: of('b') })
  const { metadata } = (await stacks.door.get(stacks.path(`${place}/resources/one/metadata`))).body
  assert.deepEqual(metadata, { value: 'b' })
  await stacks.drop(place)
})
