import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { door } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** How agents in servers fetch their software configuration, by each transport that a template may choose. */
const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

type Values = Readonly<Record<string, unknown>>

const deploying = (server: object, signal_transport: string) =>
  outputTemplate(
    {
      script: {
        type: 'OS::Heat::SoftwareConfig',
        properties: { group: 'script', config: '#!/bin/sh\necho up', outputs: [{ name: 'answer' }] },
      },
      server,
      deployed: {
        type: 'OS::Heat::SoftwareDeployment',
        properties: {
          config: { get_resource: 'script' },
          server: { get_resource: 'server' },
          signal_transport,
        },
      },
    },
    {
      answer: { get_attr: ['deployed', 'answer'] },
      collecting: { get_attr: ['server', 'os_collect_config'] },
    },
  )

const agent = (software_config_transport: string) => ({
  type: 'OS::Heat::DeployedServer',
  properties: { software_config_transport },
})

const metadataIn = async (place: string): Promise<Readonly<Record<string, Values>>> =>
  (await stacks.door.get(stacks.path(`${place}/resources/server/metadata`))).body.metadata

/** The settings of os-collect-config for this collector, in the metadata of the server. */
const toldIn = async (place: string, collector: string): Promise<Readonly<Record<string, string>>> =>
  eventually(async () => {
    const told = (await metadataIn(place))['os-collect-config'] ?? {}
    assert.deepEqual(told.collectors, [collector, 'local'])
    return Object.fromEntries(Object.entries(told[collector] ?? {}))
  })

/** The inputs of the deployment in the metadata that an agent fetched, including how to signal. */
const deploymentIn = (metadata: Values): Readonly<Record<string, string>> => {
  const { deployments } = metadata
  assert.ok(Array.isArray(deployments))
  assert.equal(deployments.length, 1)
  const [{ config, inputs }] = deployments
  assert.equal(config, '#!/bin/sh\necho up')
  return Object.fromEntries(
    inputs.map(({ name, value }: { readonly name: string; readonly value: string }) => [name, value]),
  )
}

const put = async (url: string, body: object): Promise<void> => {
  const { status } = await fetch(url, { method: 'PUT', body: JSON.stringify(body) })
  assert.equal(status, 201)
}

/** Signs a request as clients of AWS's API do. */
const signed = (
  url: string,
  access: string,
  secret: string,
  more: Readonly<Record<string, string>>,
): string => {
  const { host, pathname } = new URL(url)
  const params = Object.entries({
    ...more,
    AWSAccessKeyId: access,
    SignatureMethod: 'HmacSHA256',
    SignatureVersion: '2',
  })
  const query = params
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const text = `GET\n${host}\n${pathname}\n${query}`
  const signature = createHmac('sha256', secret).update(text).digest('base64')
  return `${url}?${query}&Signature=${encodeURIComponent(signature)}`
}

test('an agent polls with AWS keys (POLL_SERVER_CFN) and signals by a temporary URL of the object store', async () => {
  const place = await stacks.create('by-key', deploying(agent('POLL_SERVER_CFN'), 'TEMP_URL_SIGNAL'))
  const { metadata_url, access_key_id, secret_access_key, stack_name, path } = await toldIn(place, 'cfn')
  assert.deepEqual([stack_name, path], ['by-key', 'server.Metadata'])
  const ask = (secret: string, more: Readonly<Record<string, string>> = {}) =>
    fetch(
      signed(metadata_url ?? '', access_key_id ?? '', secret, {
        ...{ Action: 'DescribeStackResource', StackName: 'by-key', LogicalResourceId: 'server' },
        ...more,
      }),
    )
  const secret = secret_access_key ?? ''
  const told = await eventually(async () => {
    const reply = await ask(secret)
    const text = await reply.text()
    assert.equal(reply.status, 200, text)
    const [, metadata = ''] = /<Metadata>(.*)<\/Metadata>/s.exec(text) ?? []
    return deploymentIn(
      JSON.parse(metadata.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')),
    )
  })
  const asJson = JSON.parse(await (await ask(secret, { ContentType: 'JSON' })).text())
  const detail = asJson.DescribeStackResourceResponse.DescribeStackResourceResult.StackResourceDetail
  assert.deepEqual([detail.LogicalResourceId, detail.ResourceType], ['server', 'OS::Heat::DeployedServer'])
  assert.equal((await ask('wrong')).status, 403)
  assert.equal((await ask(secret, { LogicalResourceId: 'script' })).status, 403)
  assert.equal((await ask(secret, { StackName: 'other' })).status, 404)
  assert.equal((await ask(secret, { Action: 'DeleteStack' })).status, 400)

  assert.deepEqual([told.deploy_signal_transport, told.deploy_signal_verb], ['TEMP_URL_SIGNAL', 'PUT'])
  await put(told.deploy_signal_id ?? '', { answer: '42', deploy_status_code: 0 })
  assert.equal((await stacks.outputs(place)).answer, '42')
  await stacks.drop(place)
  assert.deepEqual(
    (await cloud().admin['object-store'].get(`/v1/AUTH_${cloud().admin.projectId}?format=json`)).body,
    [],
  )
})

test('an agent polls Heat as the user it was given (POLL_SERVER_HEAT) and signals by a signed URL', async () => {
  const place = await stacks.create('by-user', deploying(agent('POLL_SERVER_HEAT'), 'CFN_SIGNAL'))
  const told = await toldIn(place, 'heat')
  const { headers } = await door(told.auth_url ?? '', 'identity', undefined).post('/auth/tokens', {
    auth: {
      identity: { methods: ['password'], password: { user: { id: told.user_id, password: told.password } } },
      scope: { project: { id: told.project_id } },
    },
  })
  const { url } = stacks.door
  const { projectId } = cloud().admin
  const root = url.includes(projectId)
    ? url.replace(projectId, told.project_id ?? '')
    : `${url}/v1/${told.project_id}`
  const own = door(root, 'orchestration', headers.get('x-subject-token') ?? undefined)
  const resource = `/stacks/${told.stack_id}/resources`
  const { deploy_signal_id } = await eventually(async () =>
    deploymentIn((await own.get(`${resource}/${told.resource_name}/metadata`)).body.metadata),
  )
  assert.equal((await own.get(`${resource}/deployed/metadata`)).status, 403)
  const { status } = await fetch(deploy_signal_id ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer: 'yes' }),
  })
  assert.equal(status, 200)
  assert.equal((await stacks.outputs(place)).answer, 'yes')
  await stacks.drop(place)
})

test('an agent polls a temporary URL (POLL_TEMP_URL), and an update changes its transport', async () => {
  const place = await stacks.create('by-address', deploying(agent('POLL_TEMP_URL'), 'TEMP_URL_SIGNAL'))
  const { metadata_url } = await toldIn(place, 'request')
  const told = await eventually(async () => {
    const reply = await fetch(metadata_url ?? '')
    assert.equal(reply.status, 200)
    return deploymentIn(JSON.parse(await reply.text()))
  })
  await put(told.deploy_signal_id ?? '', { deploy_status_code: 7 })
  const failed = await stacks.settled(place)
  assert.equal(failed.stack_status, 'CREATE_FAILED')
  assert.match(failed.stack_status_reason, /resources\.deployed: .*non-zero status code: 7/)

  await stacks.update(place, outputTemplate({ server: agent('POLL_SERVER_HEAT') }))
  await stacks.outputs(place)
  const { request, heat, collectors } = (await metadataIn(place))['os-collect-config'] ?? {}
  assert.deepEqual([request, collectors], [{ metadata_url: null }, ['heat', 'local']])
  assert.ok(heat)
  await stacks.drop(place)
  assert.deepEqual(
    (await cloud().admin['object-store'].get(`/v1/AUTH_${cloud().admin.projectId}?format=json`)).body,
    [],
  )
})

test('the user data of a server has the metadata for its agents and the config that it refers to', async () => {
  const image = await makeImage(cloud().admin)
  const flavor = await makeFlavor(cloud().admin)
  const server = {
    type: 'OS::Nova::Server',
    metadata: { role: 'web' },
    properties: {
      ...{ image, flavor, networks: [{ allocate_network: 'none' }], user_data_format: 'SOFTWARE_CONFIG' },
      ...{ user_data: { get_resource: 'script' }, software_config_transport: 'POLL_SERVER_HEAT' },
    },
  }
  const place = await stacks.create('booted', deploying(server, 'NO_SIGNAL'))
  const { collecting } = await stacks.outputs(place)
  const [shown] = (await cloud().admin.compute.get('/servers/detail')).body.servers
  const userData = Buffer.from(shown['OS-EXT-SRV-ATTR:user_data'], 'base64').toString()
  assert.match(userData, /text\/x-shellscript[\s\S]*#!\/bin\/sh\necho up\n[\s\S]*filename="cfn-init-data"/)
  const [, first = ''] = /filename="cfn-init-data"\n\n(\{.*\})/.exec(userData) ?? []
  assert.deepEqual(JSON.parse(first), { role: 'web', deployments: [], 'os-collect-config': collecting })
  assert.deepEqual((await metadataIn(place))['os-collect-config'], collecting)
  assert.equal((await metadataIn(place)).role, 'web')
  await stacks.drop(place)
})

test('transports that need Zaqar are refused before anything is created', async () => {
  for (const template of [
    deploying(agent('ZAQAR_MESSAGE'), 'NO_SIGNAL'),
    deploying(agent('POLL_SERVER_CFN'), 'ZAQAR_SIGNAL'),
    outputTemplate({
      handle: { type: 'OS::Heat::WaitConditionHandle', properties: { signal_transport: 'ZAQAR_SIGNAL' } },
    }),
  ]) {
    const { status, body } = await stacks.door.post(stacks.path('/stacks'), { stack_name: 'queue', template })
    assert.equal(status, 400)
    assert.match(body.error.message, /ZAQAR_\w+ needs the messaging service, which this cloud lacks/)
  }
})

test('a wait condition handle is signalled by a PUT to its temporary URL (TEMP_URL_SIGNAL)', async () => {
  const template = outputTemplate(
    {
      handle: { type: 'OS::Heat::WaitConditionHandle', properties: { signal_transport: 'TEMP_URL_SIGNAL' } },
      wait: {
        type: 'OS::Heat::WaitCondition',
        properties: { handle: { get_resource: 'handle' }, timeout: 60, count: 2 },
      },
    },
    { data: { get_attr: ['wait', 'data'] }, curl: { get_attr: ['handle', 'curl_cli'] } },
  )
  const place = await stacks.create('put', template)
  const url = await eventually(async () => {
    const { body } = await stacks.door.get(stacks.path(`${place}/resources/handle?with_attr=signal`))
    return String(JSON.parse(body.resource.attributes.signal).alarm_url)
  })
  await put(url, { id: 'a', data: 'one' })
  await put(url, { id: 'b', data: 'two' })
  const { data, curl } = await stacks.outputs(place)
  assert.deepEqual(JSON.parse(String(data)), { a: 'one', b: 'two' })
  assert.match(String(curl), /^curl -i -X PUT 'http/)
  await stacks.drop(place)
  assert.deepEqual(
    (await cloud().admin['object-store'].get(`/v1/AUTH_${cloud().admin.projectId}?format=json`)).body,
    [],
  )
})
