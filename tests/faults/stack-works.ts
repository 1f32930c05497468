import assert from 'node:assert/strict'
import type { FaultCloud } from './fault-cloud.ts'
import { failing, first, second, template } from './eight-resources.ts'
import { type Killing, stackStory } from './stack-story.ts'

/** An operation on a stack of eight resources, and how it must end whichever process is killed meanwhile. */
export interface StackWork {
  readonly name: 'create' | 'update' | 'roll back' | 'delete'
  /** Its steps by their spans: the request to the API, and the engine's requests to the network service. */
  readonly places: readonly string[]
  /** Runs it on a new stack of that name with a kill. Throws unless it ends as it should, without duplicates or leftovers. */
  run(cloud: FaultCloud, name: string, killing: Killing): Promise<void>
}

type Held = readonly [networks: number, subnets: number, ports: number]

const nothing: Held = [0, 0, 0]
const eight: Held = [2, 2, 2]

const storyOf = (cloud: FaultCloud) => {
  const story = stackStory(() => cloud)
  const bodyOf = (name: string) => ({ stack_name: name, template: template(first(name)) })
  const holds = async (name: string, wanted: Held): Promise<void> =>
    assert.deepEqual(await story.held(name), wanted)
  return {
    ...story,
    holds,
    bodyOf,
    made: async (name: string): Promise<string> => {
      const { status } = await cloud.admin.orchestration.post(story.stacksPath(), bodyOf(name))
      assert.equal(status, 201)
      const stack = await story.recorded(name)
      assert.ok(stack)
      await story.becomes(stack, 'CREATE_COMPLETE')
      await holds(name, eight)
      return stack
    },
    removed: async (name: string, stack: string): Promise<void> => {
      assert.equal((await cloud.admin.orchestration.delete(stack)).status, 204)
      await story.becomes(stack, 'DELETE_COMPLETE')
      await holds(name, nothing)
      await story.inOrder()
    },
  }
}

const created: StackWork = {
  name: 'create',
  places: [
    'orchestration.stacks.create',
    'network.networks.create',
    'network.subnets.create',
    'network.ports.create',
  ],
  run: async (cloud, name, killing) => {
    const story = storyOf(cloud)
    const status = await story.askedAndKilled(killing, (headers) =>
      cloud.admin.orchestration.post(story.stacksPath(), story.bodyOf(name), headers),
    )
    const stack = await story.recorded(name)
    if (stack === undefined) {
      assert.ok(
        killing.place === 'orchestration.stacks.create' && status !== 201,
        'a request that was recorded is lost',
      )
      return story.holds(name, nothing)
    }
    await story.becomes(stack, 'CREATE_COMPLETE')
    await story.holds(name, eight)
    await story.removed(name, stack)
  },
}

/** Requests an update, and repeats the request if it was lost with the process that should have recorded it. */
const askedUpdate = async (
  cloud: FaultCloud,
  stack: string,
  body: object,
  killing: Killing,
): Promise<void> => {
  const story = storyOf(cloud)
  const status = await story.askedAndKilled(killing, (headers) =>
    cloud.admin.orchestration.put(stack, body, headers),
  )
  if (status === 202 || killing.place !== 'orchestration.stacks.update') return
  assert.equal((await cloud.admin.orchestration.put(stack, body)).status, 202)
}

const updated: StackWork = {
  name: 'update',
  places: [
    'orchestration.stacks.update',
    'network.networks.create',
    'network.ports.create',
    'network.ports.delete',
  ],
  run: async (cloud, name, killing) => {
    const story = storyOf(cloud)
    const stack = await story.made(name)
    await askedUpdate(cloud, stack, { template: template(second(name)) }, killing)
    await story.becomes(stack, 'UPDATE_COMPLETE')
    await story.holds(name, [3, 2, 1])
    await story.removed(name, stack)
  },
}

const rolledBack: StackWork = {
  name: 'roll back',
  places: ['network.ports.delete', 'network.networks.delete'],
  run: async (cloud, name, killing) => {
    const story = storyOf(cloud)
    const stack = await story.made(name)
    const body = { template: template(failing(name)), disable_rollback: false }
    await askedUpdate(cloud, stack, body, killing)
    await story.becomes(stack, 'ROLLBACK_COMPLETE')
    await story.holds(name, eight)
    await story.removed(name, stack)
  },
}

const deleted: StackWork = {
  name: 'delete',
  places: [
    'orchestration.stacks.delete',
    'network.ports.delete',
    'network.subnets.delete',
    'network.networks.delete',
  ],
  run: async (cloud, name, killing) => {
    const story = storyOf(cloud)
    const stack = await story.made(name)
    const status = await story.askedAndKilled(killing, (headers) =>
      cloud.admin.orchestration.delete(stack, headers),
    )
    // The request is repeated if it was lost with the process that should have recorded it.
    if (status !== 204 && killing.place === 'orchestration.stacks.delete')
      await cloud.admin.orchestration.delete(stack)
    await story.becomes(stack, 'DELETE_COMPLETE')
    await story.holds(name, nothing)
    await story.inOrder()
  },
}

export const stackWorks = { created, updated, rolledBack, deleted } as const
