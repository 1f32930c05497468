import { after, before, test } from 'node:test'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Killing } from './stack-story.ts'
import { stackWorks } from './stack-works.ts'

/**
 * A stack of eight resources that is there. The process that carries it is killed while the stack is updated, rolled back and
 * deleted: each ends as it does without a kill, with nothing there twice and nothing left over.
 */
let cloud: FaultCloud
before(async () => {
  cloud = await startEmbeddedCloud()
})
after(() => cloud[Symbol.asyncDispose]())

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
  test(`an update ends when the engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.updated.run(cloud, nameOf('update', killing), killing))

const rollbacks: readonly Killing[] = [
  { place: 'network.ports.delete', moment: 'before' },
  { place: 'network.ports.delete', moment: 'after' },
  { place: 'network.networks.delete', moment: 'in' },
]
for (const killing of rollbacks)
  test(`a rollback ends when the engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.rolledBack.run(cloud, nameOf('rollback', killing), killing))

const deletions: readonly Killing[] = [
  { place: 'orchestration.stacks.delete', moment: 'after' },
  { place: 'network.ports.delete', moment: 'in' },
  { place: 'network.subnets.delete', moment: 'after' },
  { place: 'network.networks.delete', moment: 'before' },
]
for (const killing of deletions)
  test(`a deletion ends when the engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.deleted.run(cloud, nameOf('delete', killing), killing))
