import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** Hooks after an action on a resource. The engine looks at a stack anew after some seconds, so these tests last longer. */
const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

const tried = (value: string, more: object = {}) => ({
  type: 'OS::Heat::TestResource',
  properties: { value, ...more },
})
/** Takes longer than the engine processes a stack before it looks at it anew. */
const slow = (value: string) => tried(value, { wait_secs: 6 })
const holding = (hooks: string) => ({
  environment: { resource_registry: { resources: { one: { hooks } } } },
})

const reasonsOf = async (place: string, name: string): Promise<readonly string[]> => {
  const { body } = await stacks.door.get(stacks.path(`${place}/resources/${name}/events`))
  return (body.events ?? []).map(
    ({ resource_status_reason: reason }: { readonly resource_status_reason: string }) => reason,
  )
}

const held = (place: string, hook: string): Promise<void> =>
  eventually(async () => {
    assert.match(
      (await reasonsOf(place, 'one')).at(-1) ?? '',
      new RegExp(`paused until Hook ${hook} is cleared`),
    )
  })

const clear = async (place: string, hook: string): Promise<void> => {
  const { status, body } = await stacks.door.post(stacks.path(`${place}/resources/one/signal`), {
    unset_hook: hook,
  })
  assert.equal(status, 200, JSON.stringify(body))
}

const statusOf = async (place: string, name: string): Promise<string> =>
  (await stacks.door.get(stacks.path(`${place}/resources/${name}`))).body.resource.resource_status

test('resources wait for one that stands at its post-create hook, and later updates of others do not', async () => {
  const template = outputTemplate({ one: tried('a'), next: { ...tried('a'), depends_on: 'one' } })
  const place = await stacks.create('made', template, holding('post-create'))
  await held(place, 'post-create')
  assert.deepEqual(
    [await statusOf(place, 'one'), await statusOf(place, 'next')],
    ['CREATE_COMPLETE', 'INIT_COMPLETE'],
  )
  await clear(place, 'post-create')
  await stacks.outputs(place)
  const { status } = await stacks.door.put(stacks.path(place), {
    template: outputTemplate({ one: tried('a'), next: slow('b') }),
    ...holding('post-create'),
  })
  assert.equal(status, 202)
  await stacks.outputs(place)
  await stacks.drop(place)
})

test('a stack waits for a resource at its post-update hook until that is cleared', async () => {
  const place = await stacks.create('changed', outputTemplate({ one: tried('a'), other: tried('a') }))
  await stacks.outputs(place)
  const { status } = await stacks.door.put(stacks.path(place), {
    template: outputTemplate({ one: tried('b'), other: slow('b') }),
    ...holding('post-update'),
  })
  assert.equal(status, 202)
  await held(place, 'post-update')
  await eventually(async () => assert.equal(await statusOf(place, 'other'), 'UPDATE_COMPLETE'))
  const { body } = await stacks.door.get(stacks.path(place))
  assert.equal(body.stack.stack_status, 'UPDATE_IN_PROGRESS')
  await clear(place, 'post-update')
  await stacks.outputs(place)
  await stacks.drop(place)
})
