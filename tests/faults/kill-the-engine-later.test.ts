import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { failing, first, second, template } from './eight-resources.ts'
import { type Killing, stackStory } from './stack-story.ts'

/**
 * A stack of eight resources that is there. The process that carries it is killed while the stack is updated, rolled back and
 * deleted: each ends as it does without a kill, with nothing there twice and nothing left over.
 */
let cloud: FaultCloud
before(async () => {
  cloud = await startEmbeddedCloud()
})
after(() => cloud[Symbol.asyncDispose]())

const { stacksPath, held, recorded, becomes, askedAndKilled, inOrder } = stackStory(() => cloud)

const made = async (name: string): Promise<string> => {
  const body = { stack_name: name, template: template(first(name)) }
  assert.equal((await cloud.admin.orchestration.post(stacksPath(), body)).status, 201)
  const stack = await recorded(name)
  assert.ok(stack)
  await becomes(stack, 'CREATE_COMPLETE')
  assert.deepEqual(await held(name), [2, 2, 2])
  return stack
}

const removed = async (name: string, stack: string): Promise<void> => {
  assert.equal((await cloud.admin.orchestration.delete(stack)).status, 204)
  await becomes(stack, 'DELETE_COMPLETE')
  assert.deepEqual(await held(name), [0, 0, 0])
  await inOrder()
}

const nameOf = (work: string, { place, moment }: Killing): string =>
  `${work}-${place.replaceAll('.', '-')}-${moment}`

const updates: readonly Killing[] = [
  { place: 'orchestration.stacks.update', moment: 'after' },
  { place: 'network.ports.create', moment: 'before' },
  { place: 'network.ports.create', moment: 'after' },
  { place: 'network.networks.create', moment: 'in' },
  { place: 'network.ports.delete', moment: 'after' },
]
for (const killing of updates)
  test(`an update ends when the engine is killed ${killing.moment} "${killing.place}"`, async () => {
    const name = nameOf('update', killing)
    const stack = await made(name)
    await askedAndKilled(killing, (headers) =>
      cloud.admin.orchestration.put(stack, { template: template(second(name)) }, headers),
    )
    await becomes(stack, 'UPDATE_COMPLETE')
    assert.deepEqual(await held(name), [3, 2, 1])
    await removed(name, stack)
  })

const rollbacks: readonly Killing[] = [
  { place: 'network.ports.delete', moment: 'before' },
  { place: 'network.ports.delete', moment: 'after' },
  { place: 'network.networks.delete', moment: 'in' },
]
for (const killing of rollbacks)
  test(`a rollback ends when the engine is killed ${killing.moment} "${killing.place}"`, async () => {
    const name = nameOf('rollback', killing)
    const stack = await made(name)
    await askedAndKilled(killing, (headers) =>
      cloud.admin.orchestration.put(
        stack,
        { template: template(failing(name)), disable_rollback: false },
        headers,
      ),
    )
    await becomes(stack, 'ROLLBACK_COMPLETE')
    assert.deepEqual(await held(name), [2, 2, 2])
    await removed(name, stack)
  })

const deletions: readonly Killing[] = [
  { place: 'orchestration.stacks.delete', moment: 'after' },
  { place: 'network.ports.delete', moment: 'in' },
  { place: 'network.subnets.delete', moment: 'after' },
  { place: 'network.networks.delete', moment: 'before' },
]
for (const killing of deletions)
  test(`a deletion ends when the engine is killed ${killing.moment} "${killing.place}"`, async () => {
    const name = nameOf('delete', killing)
    const stack = await made(name)
    await askedAndKilled(killing, (headers) => cloud.admin.orchestration.delete(stack, headers))
    await becomes(stack, 'DELETE_COMPLETE')
    assert.deepEqual(await held(name), [0, 0, 0])
    await inOrder()
  })
