import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import { signIn } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { servicesWithApi } from '@nimbo/testkit/services-with-api'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** What the author of a template cannot reach: stacks, servers, users and rights of others. */

/** With `isDown`, Neutron does not serve the next request for a network, and this happens meanwhile. */
const neutron: { isDown?: () => Promise<void> } = {}
const watched = servicesWithApi('neutron-server', (api) => async (request) => {
  const { isDown } = neutron
  if (isDown === undefined || request.method !== 'POST' || !request.path.endsWith('/networks'))
    return api(request)
  delete neutron.isDown
  await isDown()
  return json(503, {})
})
const cloud = ownCloud({
  services: watched,
  environment: { OS_DEFAULT__ENABLE_STACK_ABANDON: 'true', OS_DEFAULT__ENABLE_STACK_ADOPT: 'true' },
})
const stacks = stacksOf(() => cloud().admin)

const version = 'heat_template_version: 2021-04-16\n'
const idOf = (place: string): string => place.split('/').at(-1) ?? ''

/** A stack of the admin, with what another project must neither read nor change. */
const theirs = async (name: string): Promise<string> => {
  const place = await stacks.create(name, outputTemplate({ word: { type: 'OS::Heat::RandomString' } }))
  await stacks.outputs(place)
  return place
}

/** Another user, in a project of their own. */
const inOwnProject = async (name: string) => {
  const person = await cloud().person(name)
  return () => person
}

const isUntouched = async (place: string): Promise<void> => {
  assert.equal((await stacks.settled(place)).stack_status, 'CREATE_COMPLETE')
  const { body } = await stacks.door.get(stacks.path(`${place}/resources`))
  assert.deepEqual(
    body.resources.map(({ resource_name: name }: { readonly resource_name: string }) => name),
    ['word'],
  )
}

test('a group that claims the stack of another project neither shows, suspends, scales nor exports it', async () => {
  const place = await theirs('claimed')
  const hers = stacksOf(await inOwnProject('ada'))
  const id = idOf(place)
  const resources = {
    group: {
      type: 'OS::Heat::AutoScalingGroup',
      external_id: id,
      properties: { min_size: 0, max_size: 3, resource: { type: 'OS::Heat::None' } },
    },
    policy: {
      type: 'OS::Heat::ScalingPolicy',
      properties: {
        ...{ auto_scaling_group_id: id, adjustment_type: 'change_in_capacity', scaling_adjustment: 1 },
      },
    },
  }
  const word = { get_attr: ['group', 'resource.word.value'] }
  const mine = await hers.create('claims', outputTemplate(resources, { word }))
  const shown = await hers.settled(mine)
  assert.equal(shown.stack_status, 'CREATE_COMPLETE', shown.stack_status_reason)
  assert.deepEqual(
    shown.outputs.map(({ output_value: value }: { readonly output_value: unknown }) => value),
    [null],
  )
  const exported = await hers.door.get(hers.path(`${mine}/export`))
  assert.deepEqual([exported.status, exported.body.resources.group.template], [200, undefined])
  await hers.door.post(hers.path(`${mine}/resources/policy/signal`), {})
  await isUntouched(place)
  assert.equal((await hers.door.post(hers.path(`${mine}/actions`), { suspend: null })).status, 200)
  assert.equal((await hers.settled(mine)).stack_status, 'SUSPEND_COMPLETE')
  await isUntouched(place)
  await hers.drop(mine)
  await isUntouched(place)
  await stacks.drop(place)
})

test('a network that an admin must ask for twice is not that of another project with its name', async () => {
  const { network } = await cloud().person('nell')
  const networks = async () => (await cloud().admin.network.get('/v2.0/networks?name=backbone')).body.networks
  const properties = { name: 'backbone' }
  neutron.isDown = async () => {
    assert.equal((await network.post('/v2.0/networks', { network: properties })).status, 201)
  }
  const place = await stacks.create('own', outputTemplate({ net: { type: 'OS::Neutron::Net', properties } }))
  await stacks.outputs(place)
  assert.equal((await networks()).length, 2)
  await stacks.drop(place)
  assert.equal((await networks()).length, 1)
})

test('a type that is mapped to a template later does not take the stack that its resource is named after', async () => {
  const place = await theirs('named-after')
  const hers = stacksOf(await inOwnProject('eve'))
  const template = outputTemplate({ thing: { type: 'My::Thing', properties: { name: idOf(place) } } })
  const mapped = (type: string) => ({ environment: { resource_registry: { 'My::Thing': type } } })
  const mine = await hers.create('maps', template, mapped('OS::Nova::KeyPair'))
  await hers.outputs(mine)
  const nested = `${version}parameters: { name: { type: string } }\nresources: { mine: { type: OS::Heat::None } }\n`
  const { status } = await hers.door.put(hers.path(mine), {
    ...{ template, files: { 'nested.yaml': nested } },
    ...mapped('nested.yaml'),
  })
  assert.equal(status, 202)
  assert.equal((await hers.settled(mine)).stack_status, 'UPDATE_FAILED')
  await isUntouched(place)
  await stacks.drop(place)
})

test('an adopted resource gets no key of the Keystone user that its data names', async () => {
  const { userId, identity } = cloud().admin
  const hers = stacksOf(await inOwnProject('mallory'))
  const agent = (software_config_transport: string) =>
    outputTemplate(
      { server: { type: 'OS::Heat::DeployedServer', properties: { software_config_transport } } },
      { told: { get_attr: ['server', 'os_collect_config'] } },
    )
  const adopted = await hers.door.post(hers.path('/stacks'), {
    stack_name: 'adopts',
    adopt_stack_data: JSON.stringify({
      template: agent('POLL_TEMP_URL'),
      resources: {
        server: { resource_id: 'a', resource_data: { 'heat:user': userId, 'heat:password': 'p' } },
      },
    }),
  })
  assert.equal(adopted.status, 201, JSON.stringify(adopted.body))
  const mine = `/stacks/adopts/${adopted.body.stack.id}`
  await hers.outputs(mine)
  await hers.update(mine, agent('POLL_SERVER_CFN'))
  const { told } = await hers.outputs(mine)
  assert.match(JSON.stringify(told), /access_key_id/)
  const keys = await identity.get(`/v3/users/${userId}/credentials/OS-EC2`)
  assert.deepEqual([keys.status, keys.body.credentials], [200, []])
  await hers.drop(mine)
})

test('a deployment cannot be put among those of another project for its servers to carry out', async () => {
  const place = await stacks.create(
    'agents',
    outputTemplate({ server: { type: 'OS::Heat::DeployedServer' } }),
  )
  await stacks.outputs(place)
  const server = stacks.path(`${place}/resources/server`)
  const { physical_resource_id: server_id } = (await stacks.door.get(server)).body.resource
  const hers = stacksOf(await inOwnProject('oscar'))
  const { software_config: config } = (
    await hers.door.post(hers.path('/software_configs'), { name: 'evil', group: 'script', config: 'rm' })
  ).body
  const deploy = (stack_user_project_id: string) =>
    hers.door.post(hers.path('/software_deployments'), {
      ...{ config_id: config.id, server_id, stack_user_project_id, status: 'IN_PROGRESS' },
    })
  assert.equal((await deploy(cloud().admin.projectId)).status, 403)
  const { metadata } = (await stacks.door.get(`${server}/metadata`)).body
  assert.deepEqual(metadata.deployments, [])
  await stacks.drop(place)
})

test('a deployment whose id is taken is refused, also by that of another project', async () => {
  const hers = stacksOf(await inOwnProject('olivia'))
  const deploy = (who: typeof stacks) =>
    who.door.post(who.path('/software_deployments'), { deployment_id: 'the-one', server_id: 's' })
  assert.equal((await deploy(stacks)).status, 200)
  for (const who of [stacks, hers]) {
    const { status, body } = await deploy(who)
    assert.deepEqual([status, body.error.type], [409, 'DeploymentExists'])
  }
})

test('an update by another user ends the trust of the first one, and the stack is deleted by that of the other', async () => {
  const { identity, userId, projectId } = cloud().admin
  const trusts = async (trustor: string): Promise<number> => {
    const { body } = await identity.get(`/v3/OS-TRUST/trusts?trustor_user_id=${trustor}`)
    return body.trusts.length
  }
  const template = (value: string) =>
    outputTemplate({ word: { type: 'OS::Heat::TestResource', properties: { value } } })
  const place = await stacks.create('handed-over', template('first'))
  await stacks.outputs(place)
  const carol = (await cloud().person('carol')).userId
  const { roles } = (await identity.get('/v3/roles?name=member')).body
  await identity.put(`/v3/projects/${projectId}/users/${carol}/roles/${roles[0].id}`)
  const hers = await signIn(cloud().url, {
    ...{ username: 'carol', password: passwordOf('carol'), project: 'admin' },
  })
  const before = await trusts(userId)
  const { status } = await hers.orchestration.put(stacks.path(place), { template: template('second') })
  assert.equal(status, 202)
  await stacks.outputs(place)
  await cloud().settled()
  assert.deepEqual([await trusts(userId), await trusts(carol)], [before - 1, 1])
  await stacks.drop(place)
  await cloud().settled()
  assert.deepEqual([await trusts(userId), await trusts(carol)], [before - 1, 0])
})

test('after an update by another user, nested stacks act with the rights of that user too', async () => {
  const nested = (shared: boolean) =>
    `${version}resources: { net: { type: OS::Neutron::Net, properties: { shared: ${shared} } } }\n`
  const template = outputTemplate({ inner: { type: 'nested.yaml' } })
  const place = await stacks.create('shared', template, { files: { 'nested.yaml': nested(false) } })
  await stacks.outputs(place)
  const { identity, projectId } = cloud().admin
  const { userId } = await cloud().person('bob')
  const { roles } = (await identity.get('/v3/roles?name=member')).body
  await identity.put(`/v3/projects/${projectId}/users/${userId}/roles/${roles[0].id}`)
  const bob = await signIn(cloud().url, {
    ...{ username: 'bob', password: passwordOf('bob'), project: 'admin' },
  })
  const { status, body } = await bob.orchestration.put(stacks.path(place), {
    ...{ template, files: { 'nested.yaml': nested(true) } },
  })
  assert.equal(status, 202, JSON.stringify(body))
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  // Only admins may share networks.
  assert.equal(stack_status, 'UPDATE_FAILED', stack_status_reason)
  await stacks.drop(place)
})
