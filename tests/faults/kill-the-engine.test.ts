import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newTracePosition } from '@nimbo/kernel/context'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { eventually } from '@nimbo/testkit/eventually'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'

/**
 * A stack of four resources that need one another. The process that carries it is killed around each step of its creation: what
 * was accepted ends CREATE_COMPLETE with each resource there once, and a deletion leaves nothing.
 */
const withinMs = 120_000
const everyMs = 100

let cloud: FaultCloud
before(async () => {
  cloud = await startEmbeddedCloud()
})
after(() => cloud[Symbol.asyncDispose]())

const templateOf = (name: string) => ({
  heat_template_version: '2021-04-16',
  resources: {
    word: { type: 'OS::Heat::RandomString', properties: { length: 12 } },
    net: { type: 'OS::Neutron::Net', properties: { name } },
    subnet: {
      type: 'OS::Neutron::Subnet',
      properties: { name, network: { get_resource: 'net' }, cidr: '10.77.0.0/24' },
    },
    port: {
      type: 'OS::Neutron::Port',
      depends_on: ['subnet', 'word'],
      properties: { name, network: { get_resource: 'net' } },
    },
  },
})

const stacksPath = ({ admin: { orchestration, projectId } }: FaultCloud): string =>
  `${orchestration.url.includes(projectId) ? '' : `/v1/${projectId}`}/stacks`

/** How many networks, subnets and ports there are of a name. */
const held = async (name: string): Promise<readonly number[]> => {
  const counts = ['networks', 'subnets', 'ports'].map(async (kind) => {
    const { status, body } = await cloud.admin.network.get(`/v2.0/${kind}?name=${name}`)
    assert.equal(status, 200)
    return body[kind].length
  })
  return Promise.all(counts)
}

const statusOf = async (path: string): Promise<string> => {
  const { status, body } = await cloud.admin.orchestration.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  const { stack_status, stack_status_reason } = body.stack
  return stack_status.endsWith('_FAILED') ? `${stack_status}: ${stack_status_reason}` : stack_status
}

/** The stack of a name, where its request was recorded. */
const recorded = async (name: string): Promise<string | undefined> => {
  const { status, body } = await cloud.admin.orchestration.get(`${stacksPath(cloud)}?name=${name}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.ok(body.stacks.length <= 1, 'one request makes one stack')
  const id: string | undefined = body.stacks[0]?.id
  return id === undefined ? undefined : `${stacksPath(cloud)}/${name}/${id}`
}

/** Work of the API, and of the service that the engine asks for resources. */
const places: readonly (readonly [place: string, moment: Moment])[] = [
  ['orchestration.stacks.create', 'in'],
  ['orchestration.stacks.create', 'after'],
  ['network.networks.create', 'before'],
  ['network.networks.create', 'after'],
  ['network.subnets.create', 'in'],
  ['network.ports.create', 'after'],
]

for (const [place, moment] of places)
  test(`a stack is made whole when its engine is killed ${moment} "${place}"`, async () => {
    const name = `${place.replaceAll('.', '-')}-${moment}`
    const trace = newTracePosition()
    const plan = { traceId: trace.traceId, path: [{ name: place }] as const, moment, act: 'kill' as const }
    const point = await cloud.crashPoints.arm(plan)
    const body = { stack_name: name, template: templateOf(name) }
    const answer = cloud.admin.orchestration
      .post(stacksPath(cloud), body, { traceparent: formatTraceparent(trace) })
      .catch(() => undefined)
    await point.reached(withinMs)
    const accepted = (await answer)?.status === 201
    await cloud.recovered()
    const stack = await recorded(name)
    if (stack === undefined) {
      assert.ok(place === 'orchestration.stacks.create' && !accepted, 'a request that was recorded is lost')
      assert.deepEqual(await held(name), [0, 0, 0])
      return
    }
    await eventually(async () => assert.equal(await statusOf(stack), 'CREATE_COMPLETE'), {
      withinMs,
      everyMs,
    })
    assert.deepEqual(await held(name), [1, 1, 1])
    assert.equal((await cloud.admin.orchestration.delete(stack)).status, 204)
    await eventually(async () => assert.equal(await statusOf(stack), 'DELETE_COMPLETE'), {
      withinMs,
      everyMs,
    })
    assert.deepEqual(await held(name), [0, 0, 0])
  })
