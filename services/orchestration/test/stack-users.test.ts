import assert from 'node:assert/strict'
import { test } from 'node:test'
import { door } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { stacksOf } from './stacks-story.ts'

const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

interface Credentials {
  readonly auth_url: string
  readonly user_id: string
  readonly password: string
  readonly project_id: string
}

/** Obtains a token with a guest's credentials; undefined if that is refused. */
const tokenOf = async ({ auth_url, user_id: id, password, project_id }: Credentials) => {
  const { headers } = await door(auth_url, 'identity', undefined).post('/auth/tokens', {
    auth: {
      identity: { methods: ['password'], password: { user: { id, password } } },
      scope: { project: { id: project_id } },
    },
  })
  return headers.get('x-subject-token') ?? undefined
}

const guest = async (credentials: Credentials) => {
  const token = await tokenOf(credentials)
  assert.ok(token)
  const { url } = stacks.door
  const root = url.includes(cloud().admin.projectId)
    ? url.replace(cloud().admin.projectId, credentials.project_id)
    : `${url}/v1/${credentials.project_id}`
  return door(root, 'orchestration', token)
}

const deployment = {
  type: 'OS::Heat::SoftwareDeployment',
  properties: {
    config: { get_resource: 'script' },
    server: { get_resource: 'server' },
    signal_transport: 'HEAT_SIGNAL',
  },
}

const template = {
  heat_template_version: '2021-04-16',
  resources: {
    script: {
      type: 'OS::Heat::SoftwareConfig',
      properties: { group: 'script', config: '#!/bin/sh', outputs: [{ name: 'answer' }] },
    },
    server: { type: 'OS::Heat::DeployedServer' },
    first: deployment,
    second: deployment,
  },
  outputs: {
    answer: { value: { get_attr: ['first', 'answer'] } },
    server: { value: { get_resource: 'server' } },
  },
}

/** The server's deployment inputs, by the resource of each deployment. */
const toldOf = async (place: string): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> => {
  const { body } = await stacks.door.get(stacks.path(`${place}/resources/server`))
  const server = body.resource?.physical_resource_id
  assert.ok(server)
  const { metadata } = (await stacks.door.get(stacks.path(`/software_deployments/metadata/${server}`))).body
  assert.equal(metadata.length, 2)
  return new Map(
    metadata.map(({ inputs }: { inputs: readonly { name: string; value: string }[] }) => {
      const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
      return [values.deploy_resource_name, values]
    }),
  )
}

const credentialsOf = (told: Readonly<Record<string, string>> = {}): Credentials => ({
  auth_url: told.deploy_auth_url ?? '',
  user_id: told.deploy_user_id ?? '',
  password: told.deploy_password ?? '',
  project_id: told.deploy_project_id ?? '',
})

test('users of a stack may only read and signal their own deployment, and are deleted with it', async () => {
  const place = await stacks.create('users', template)
  const told = await eventually(() => toldOf(place))
  const [one, two] = [told.get('first'), told.get('second')]
  assert.equal(one?.deploy_signal_transport, 'HEAT_SIGNAL')
  assert.equal(`/stacks/${one?.deploy_stack_id}`, place)
  assert.notEqual(one?.deploy_user_id, two?.deploy_user_id)
  assert.equal(one?.deploy_project_id, two?.deploy_project_id)
  const { identity } = cloud().admin
  const { user } = (await identity.get(`/v3/users/${one?.deploy_user_id}`)).body
  const { domain } = (await identity.get(`/v3/domains/${user.domain_id}`)).body
  assert.deepEqual([user.name, domain.name], [one?.deploy_username, 'heat'])

  const [first, second] = [await guest(credentialsOf(one)), await guest(credentialsOf(two))]
  assert.equal((await first.get(`${place}/resources/first/metadata`)).status, 200)
  assert.equal((await first.get(`${place}/resources/second/metadata`)).status, 403)
  assert.equal((await first.post(`${place}/resources/second/signal`, {})).status, 403)
  for (const path of [
    '/stacks',
    place,
    `${place}/resources`,
    `${place}/resources/first`,
    '/software_configs',
  ])
    assert.equal((await first.get(path)).status, 403, path)
  assert.equal((await first.delete(place)).status, 403)
  assert.equal(
    (await first.post(`${place}/resources/first/signal`, { answer: '42', deploy_status_code: 0 })).status,
    200,
  )
  assert.equal((await second.post(`${place}/resources/second/signal`, { deploy_status_code: 0 })).status, 200)
  const stack = await stacks.settled(place)
  assert.equal(stack.stack_status, 'CREATE_COMPLETE', stack.stack_status_reason)
  assert.equal(
    stack.outputs.find(({ output_key }: { output_key: string }) => output_key === 'answer').output_value,
    '42',
  )

  const { second: _, ...fewer } = template.resources
  const less = await stacks.door.put(stacks.path(place), { template: { ...template, resources: fewer } })
  assert.equal(less.status, 202)
  assert.equal((await stacks.settled(place)).stack_status, 'UPDATE_COMPLETE')
  assert.equal(await tokenOf(credentialsOf(two)), undefined)
  assert.ok(await tokenOf(credentialsOf(one)))

  assert.equal((await stacks.door.delete(stacks.path(place))).status, 204)
  await stacks.gone(place)
  assert.equal((await identity.get(`/v3/users/${one?.deploy_user_id}`)).status, 404)
  assert.equal((await identity.get(`/v3/projects/${one?.deploy_project_id}`)).status, 404)
})

const handle = { type: 'OS::Heat::WaitConditionHandle', properties: { signal_transport: 'HEAT_SIGNAL' } }

const handles = (more: object = {}) => ({
  heat_template_version: '2021-04-16',
  resources: { handle, ...more },
  outputs: { signal: { value: { get_attr: ['handle', 'signal'] } } },
})

test('a handle shows the endpoint and credentials to signal it with, which are deleted with its stack', async () => {
  const place = await stacks.create('handle', handles())
  const stack = await stacks.settled(place)
  assert.equal(stack.stack_status, 'CREATE_COMPLETE', stack.stack_status_reason)
  const signal = JSON.parse(stack.outputs[0].output_value)
  const token = await tokenOf(signal)
  assert.ok(token)
  assert.equal(
    (await door(signal.endpoint, 'orchestration', token).post('', { status: 'SUCCESS' })).status,
    200,
  )
  // A nested stack has users and a project of its own, and its deletion removes no others.
  const within = { type: 'OS::Heat::ResourceGroup', properties: { count: 1, resource_def: handle } }
  for (const more of [{ within }, {}]) {
    assert.equal((await stacks.door.put(stacks.path(place), { template: handles(more) })).status, 202)
    assert.equal((await stacks.settled(place)).stack_status, 'UPDATE_COMPLETE')
  }
  assert.ok(await tokenOf(signal))
  assert.equal((await stacks.door.delete(stacks.path(place))).status, 204)
  await stacks.gone(place)
  const { projects } = (await cloud().admin.identity.get(`/v3/projects?domain_id=${signal.domain_id}`)).body
  assert.deepEqual(projects, [])
  assert.equal(await tokenOf(signal), undefined)
})
