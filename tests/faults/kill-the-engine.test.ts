import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { first, template } from './eight-resources.ts'
import { type Killing, stackStory } from './stack-story.ts'

/**
 * A stack of eight resources that need one another. The process that carries it is killed around each step of its creation: what
 * was accepted ends CREATE_COMPLETE with each resource there once, and a deletion leaves nothing.
 */
let cloud: FaultCloud
before(async () => {
  cloud = await startEmbeddedCloud()
})
after(() => cloud[Symbol.asyncDispose]())

const { stacksPath, held, recorded, becomes, askedAndKilled, inOrder } = stackStory(() => cloud)

/** Work of the API, and of the service that the engine asks for resources. */
const killings: readonly Killing[] = [
  { place: 'orchestration.stacks.create', moment: 'in' },
  { place: 'orchestration.stacks.create', moment: 'after' },
  { place: 'network.networks.create', moment: 'before' },
  { place: 'network.networks.create', moment: 'after' },
  { place: 'network.subnets.create', moment: 'before' },
  { place: 'network.subnets.create', moment: 'in' },
  { place: 'network.ports.create', moment: 'in' },
  { place: 'network.ports.create', moment: 'after' },
]

for (const killing of killings) {
  const { place, moment } = killing
  test(`a stack is made whole when its engine is killed ${moment} "${place}"`, async () => {
    const name = `${place.replaceAll('.', '-')}-${moment}`
    const body = { stack_name: name, template: template(first(name)) }
    const status = await askedAndKilled(killing, (headers) =>
      cloud.admin.orchestration.post(stacksPath(), body, headers),
    )
    const stack = await recorded(name)
    if (stack === undefined) {
      assert.ok(
        place === 'orchestration.stacks.create' && status !== 201,
        'a request that was recorded is lost',
      )
      assert.deepEqual(await held(name), [0, 0, 0])
      return
    }
    await becomes(stack, 'CREATE_COMPLETE')
    assert.deepEqual(await held(name), [2, 2, 2])
    assert.equal((await cloud.admin.orchestration.delete(stack)).status, 204)
    await becomes(stack, 'DELETE_COMPLETE')
    assert.deepEqual(await held(name), [0, 0, 0])
    await inOrder()
  })
}
