import { after, before, test } from 'node:test'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Killing } from './stack-story.ts'
import { stackWorks } from './stack-works.ts'

/**
 * The cloud's process is killed while an existing stack of eight resources is updated, rolled back and deleted: each operation ends as
 * it would without a kill, with no resource duplicated or left over.
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
  test(`a stack update completes although the engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.updated.run(cloud, nameOf('update', killing), killing))

const rollbacks: readonly Killing[] = [
  { place: 'network.ports.delete', moment: 'before' },
  { place: 'network.ports.delete', moment: 'after' },
  { place: 'network.networks.delete', moment: 'in' },
]
for (const killing of rollbacks)
  test(`a stack rollback completes although the engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.rolledBack.run(cloud, nameOf('rollback', killing), killing))

const deletions: readonly Killing[] = [
  { place: 'orchestration.stacks.delete', moment: 'after' },
  { place: 'network.ports.delete', moment: 'in' },
  { place: 'network.subnets.delete', moment: 'after' },
  { place: 'network.networks.delete', moment: 'before' },
]
for (const killing of deletions)
  test(`a stack deletion completes although the engine is killed ${killing.moment} "${killing.place}"`, () =>
    stackWorks.deleted.run(cloud, nameOf('delete', killing), killing))
