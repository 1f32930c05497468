import { after, before, test } from 'node:test'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Killing } from './stack-story.ts'
import { stackWorks } from './stack-works.ts'

/**
 * A stack of eight resources that need one another. The process that carries it is killed around each step of its creation: what
 * was accepted ends CREATE_COMPLETE with each resource there once, and a deletion leaves nothing.
 */
let cloud: FaultCloud
before(async () => {
  cloud = await startEmbeddedCloud()
})
after(() => cloud[Symbol.asyncDispose]())

/** Some of the matrix (`./nimbo test faults`): the rest differs from these by its place alone. */
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

for (const killing of killings)
  test(`a stack is made whole when its engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.created.run(cloud, `${killing.place.replaceAll('.', '-')}-${killing.moment}`, killing))
