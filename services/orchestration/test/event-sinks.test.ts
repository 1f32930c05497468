import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { outputTemplate, type Stacks, stacksOf } from './stacks-story.ts'

/**
 * The events of a stack are sent to the queues in its environment. The cloud has no messaging service, so a test double replaces
 * it.
 */
interface Told {
  readonly queue: string
  readonly ttl: number
  readonly body: {
    readonly type: string
    readonly payload: Readonly<Record<string, unknown>>
  }
}

let cloud: TestCloud
let stacks: Stacks
const told: Told[] = []

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const messaging = createServer((request, response) => {
  void textOf(request).then((text) => {
    const [, queue = ''] = /^\/v2\/queues\/([^/]+)\/messages$/.exec(request.url ?? '') ?? []
    const isWelcome =
      request.headers['x-auth-token'] !== undefined && request.headers['client-id'] !== undefined
    if (isWelcome && queue === 'news')
      for (const message of JSON.parse(text).messages) told.push({ ...message, queue })
    response.writeHead(isWelcome && queue === 'news' ? 201 : 503).end()
  })
})

const urlOf = (): string => {
  const address = messaging.address()
  assert.ok(typeof address === 'object' && address !== null)
  return `http://127.0.0.1:${address.port}`
}

before(async () => {
  messaging.listen(0, '127.0.0.1')
  await once(messaging, 'listening')
  cloud = await startTestCloud()
  stacks = stacksOf(() => cloud.admin)
  const { identity } = cloud.admin
  const { service } = (await identity.post('/v3/services', { service: { type: 'messaging', name: 'zaqar' } }))
    .body
  const endpoint = { service_id: service.id, interface: 'public', url: urlOf() }
  assert.equal((await identity.post('/v3/endpoints', { endpoint })).status, 201)
})
after(async () => {
  await cloud[Symbol.asyncDispose]()
  messaging.close()
})

const template = outputTemplate({ one: { type: 'OS::Heat::TestResource', properties: { value: 'a' } } })

/** The states of a stack and its resources in the messages that were sent, in order. */
const statesOf = (stackId: string): readonly string[] =>
  told
    .filter(({ body }) => body.payload.stack_id === stackId)
    .map(
      ({ body: { payload } }) =>
        `${payload.resource_name} ${payload.resource_action}_${payload.resource_status}`,
    )

test('each event of a stack and its resources is sent to its queue, though another sink is broken', async () => {
  const event_sinks = [
    { type: 'zaqar-queue', target: 'broken' },
    { type: 'zaqar-queue', target: 'news', ttl: 60 },
  ]
  const place = await stacks.create('told', template, { environment: { event_sinks } })
  await stacks.outputs(place)
  const id = place.split('/').at(-1) ?? ''
  await stacks.drop(place)
  await eventually(async () =>
    assert.deepEqual(statesOf(id), [
      ...['told CREATE_IN_PROGRESS', 'one CREATE_IN_PROGRESS', 'one CREATE_COMPLETE', 'told CREATE_COMPLETE'],
      ...['told DELETE_IN_PROGRESS', 'one DELETE_IN_PROGRESS', 'one DELETE_COMPLETE', 'told DELETE_COMPLETE'],
    ]),
  )
  assert.ok(told.every(({ ttl, body }) => ttl === 60 && body.type === 'os.heat.event'))
  const made = told.find(({ body: { payload } }) => payload.resource_status === 'COMPLETE')
  assert.deepEqual(
    [made?.body.payload.resource_type, made?.body.payload.resource_status_reason],
    ['OS::Heat::TestResource', 'state changed'],
  )
})

test('event sinks with an unknown type, no target or an invalid ttl are refused', async () => {
  const wrong = [
    [{ type: 'mail', target: 'ann' }, /event sink type "mail" is not known/],
    [{ type: 'zaqar-queue' }, /must have a target/],
    [{ type: 'zaqar-queue', target: 'news', ttl: 'long' }, /ttl of an event sink/],
  ] as const
  for (const [sink, message] of wrong) {
    const { status, body } = await stacks.door.post(stacks.path('/stacks'), {
      stack_name: 'wrong',
      template,
      environment: { event_sinks: [sink] },
    })
    assert.equal(status, 400)
    assert.match(body.error.message, message)
  }
})
