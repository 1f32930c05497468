import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { stacksOf } from './stacks-story.ts'

/** Requests for a stack with an action in progress. Hooks pause that action, so that no test depends on timing. */
const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

const tried = (value: string) => ({ type: 'OS::Heat::TestResource', properties: { value } })
const of = (resources: object) => ({ heat_template_version: '2021-04-16', resources })
const holding = (name: string, hooks: string) => ({
  environment: { resource_registry: { resources: { [name]: { hooks } } } },
})

const update = async (stack: string, body: object): Promise<void> => {
  const { status, body: said } = await stacks.door.put(stacks.path(stack), body)
  assert.equal(status, 202, JSON.stringify(said))
}

const act = async (stack: string, action: string): Promise<void> => {
  const { status, body } = await stacks.door.post(stacks.path(`${stack}/actions`), { [action]: null })
  assert.equal(status, 200, JSON.stringify(body))
}

/** Waits until a resource has stopped at a hook. */
const held = (stack: string, name: string): Promise<void> =>
  eventually(async () => {
    const { body } = await stacks.door.get(stacks.path(`${stack}/resources/${name}/events`))
    const reasons: string[] = (body.events ?? []).map(
      (event: { resource_status_reason: string }) => event.resource_status_reason,
    )
    assert.match(reasons.at(-1) ?? '', /paused until Hook/)
  })

const namesIn = async (stack: string): Promise<readonly string[]> => {
  const { body } = await stacks.door.get(stacks.path(`${stack}/resources`))
  return body.resources.map((one: { resource_name: string }) => one.resource_name).toSorted()
}

const valueIn = async (stack: string): Promise<unknown> => {
  const { body } = await stacks.door.get(stacks.path(`${stack}/resources/one?with_attr=output`))
  return body.resource.attributes.output
}

test('a new update replaces one in progress, and nothing of the older one stays', async () => {
  const stack = await stacks.create('overtaken', of({ one: tried('a') }))
  await stacks.settled(stack)
  await update(stack, {
    template: of({ one: tried('b'), late: tried('b') }),
    ...holding('late', 'pre-create'),
  })
  await held(stack, 'late')
  await update(stack, { template: of({ one: tried('c'), next: tried('c') }) })
  const { stack_status, stack_status_reason } = await stacks.settled(stack)
  assert.equal(stack_status, 'UPDATE_COMPLETE', stack_status_reason)
  assert.deepEqual(await namesIn(stack), ['next', 'one'])
  assert.equal(await valueIn(stack), 'c')
})

test('cancelling an update rolls the stack back', async () => {
  const stack = await stacks.create('cancelled', of({ one: tried('a') }))
  await stacks.settled(stack)
  await update(stack, {
    template: of({ one: tried('b'), late: tried('b') }),
    ...holding('late', 'pre-create'),
  })
  await held(stack, 'late')
  await act(stack, 'cancel_update')
  const { stack_status, stack_status_reason } = await stacks.settled(stack)
  assert.equal(stack_status, 'ROLLBACK_COMPLETE', stack_status_reason)
  assert.deepEqual(await namesIn(stack), ['one'])
  assert.equal(await valueIn(stack), 'a')
})

test('cancelling a creation without rollback fails the stack, and an update completes it', async () => {
  const template = of({ one: tried('a'), gate: tried('a') })
  const stack = await stacks.create('stopped', template, holding('gate', 'pre-create'))
  await held(stack, 'gate')
  await act(stack, 'cancel_without_rollback')
  assert.equal((await stacks.settled(stack)).stack_status, 'CREATE_FAILED')
  await update(stack, { template })
  const { stack_status, stack_status_reason } = await stacks.settled(stack)
  assert.equal(stack_status, 'UPDATE_COMPLETE', stack_status_reason)
  assert.deepEqual(await namesIn(stack), ['gate', 'one'])
})

test('a stack can be deleted while it is being created', async () => {
  const template = of({ one: tried('a'), gate: tried('a') })
  const stack = await stacks.create('dropped', template, holding('gate', 'pre-create'))
  await held(stack, 'gate')
  assert.equal((await stacks.door.delete(stacks.path(stack))).status, 204)
  await stacks.gone(stack)
  assert.equal((await stacks.door.get(stacks.path('/stacks/dropped'))).status, 404)
})

test('a resource goes on when the hook it waits at is unset, and unsetting another hook is refused', async () => {
  const stack = await stacks.create('hooked', of({ one: tried('a') }), holding('one', 'pre-delete'))
  await stacks.settled(stack)
  assert.equal((await stacks.door.delete(stacks.path(stack))).status, 204)
  await held(stack, 'one')
  const signal = (hook: string) =>
    stacks.door.post(stacks.path(`${stack}/resources/one/signal`), { unset_hook: hook })
  assert.equal((await signal('pre-update')).status, 400)
  assert.equal((await signal('pre-delete')).status, 200)
  await stacks.gone(stack)
})
