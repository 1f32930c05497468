import { after, before, test } from 'node:test'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Killing } from './stack-story.ts'
import { stackWorks } from './stack-works.ts'

/**
 * The cloud's process is killed around each step of the creation of a stack of eight resources that depend on one another. An accepted
 * request ends CREATE_COMPLETE with each resource existing once, and deleting the stack leaves nothing.
 */
let cloud: FaultCloud
before(async () => {
  cloud = await startEmbeddedCloud()
})
after(() => cloud[Symbol.asyncDispose]())

/** A part of the matrix (`./nimbo test faults`), whose other cases differ from these only by the place. */
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
  test(`a stack creation completes although the engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.created.run(cloud, `${killing.place.replaceAll('.', '-')}-${killing.moment}`, killing))
