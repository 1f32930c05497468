import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('the environment and the files of a stack can be read by the name of the stack', async () => {
  await using cloud = await startTestCloud()
  const { orchestration, projectId } = cloud.admin
  const root = orchestration.url.includes(projectId) ? '' : `/v1/${projectId}`
  const made = await orchestration.post(`${root}/stacks`, {
    stack_name: 'named',
    template: { heat_template_version: '2021-04-16', parameters: { size: { type: 'number' } } },
    parameters: { size: 3 },
    files: { 'a.sh': 'echo' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const environment = await orchestration.get(`${root}/stacks/named/environment`)
  assert.deepEqual([environment.status, environment.body.parameters], [200, { size: 3 }])
  const files = await orchestration.get(`${root}/stacks/named/files`)
  assert.deepEqual([files.status, files.body], [200, { 'a.sh': 'echo' }])
})
