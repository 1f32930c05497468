import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
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

const { stacksPath, held, recorded, becomes, askedAndKilled } = stackStory(() => cloud)

const subnetOf = (name: string, network: string, cidr: string) => ({
  type: 'OS::Neutron::Subnet',
  properties: { name, network: { get_resource: network }, cidr },
})

const portOn = (name: string, network: string) => ({
  type: 'OS::Neutron::Port',
  depends_on: ['subnet', 'far_subnet'],
  properties: { name, network: { get_resource: network } },
})

const base = (name: string) => ({
  net: { type: 'OS::Neutron::Net', properties: { name } },
  far: { type: 'OS::Neutron::Net', properties: { name } },
  subnet: subnetOf(name, 'net', '10.78.0.0/24'),
  far_subnet: subnetOf(name, 'far', '10.79.0.0/24'),
  word: { type: 'OS::Heat::RandomString', properties: { length: 12 } },
  value: { type: 'OS::Heat::Value', properties: { value: { get_resource: 'word' } } },
})

type Resources = Readonly<Record<string, object>>

/** Networks, subnets and ports: 2, 2, 2. */
const first = (name: string): Resources => ({
  ...base(name),
  port: portOn(name, 'net'),
  mover: portOn(name, 'net'),
})

/** The mover is made anew on the far network, a port goes, a network comes: 3, 2, 1. */
const second = (name: string): Resources => ({
  ...base(name),
  mover: portOn(name, 'far'),
  late: { type: 'OS::Neutron::Net', properties: { name } },
})

/** The same, and then something fails. */
const failing = (name: string): Resources => ({
  ...second(name),
  trouble: { type: 'OS::Heat::TestResource', depends_on: ['mover', 'late'], properties: { fail: true } },
})

const template = (resources: Resources) => ({ heat_template_version: '2021-04-16', resources })

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
  })
