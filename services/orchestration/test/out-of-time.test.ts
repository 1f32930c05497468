import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** A cloud in which every action of a stack times out after five seconds. */
const cloud = ownCloud({ environment: { OS_DEFAULT__STACK_ACTION_TIMEOUT: '5' } })
const stacks = stacksOf(() => cloud().admin)

test('a stack that times out fails, and the software deployment it waits for is cancelled', async () => {
  const place = await stacks.create(
    'late',
    outputTemplate({
      server: {
        type: 'OS::Heat::DeployedServer',
        properties: { software_config_transport: 'POLL_TEMP_URL' },
      },
      script: { type: 'OS::Heat::SoftwareConfig', properties: { config: '#!/bin/sh' } },
      deployed: {
        type: 'OS::Heat::SoftwareDeployment',
        properties: {
          config: { get_resource: 'script' },
          server: { get_resource: 'server' },
          actions: ['CREATE'],
        },
      },
    }),
  )
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.deepEqual([stack_status, stack_status_reason], ['CREATE_FAILED', 'Timed out'])
  const { resource } = (await stacks.door.get(stacks.path(`${place}/resources/deployed`))).body
  assert.equal(resource.resource_status, 'CREATE_FAILED')
  const { software_deployments: deployments } = (await stacks.door.get(stacks.path('/software_deployments')))
    .body
  assert.deepEqual(
    deployments.map(({ status, status_reason }: Readonly<Record<string, string>>) => [status, status_reason]),
    [['FAILED', 'Deployment cancelled.']],
  )
})
