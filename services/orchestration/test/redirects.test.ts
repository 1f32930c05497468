import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

const requests = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, ''] as const),
  ...['/resources', '/events', '/template', '/environment', '/files'].map((rest) => ['GET', rest] as const),
  ['POST', '/actions'],
] as const

test('requests with only the name of a stack are redirected to its full path', async () => {
  await using cloud = await startTestCloud()
  const { admin } = cloud
  const stacks = stacksOf(() => admin)
  const stack = await stacks.create('web', outputTemplate({}))
  await stacks.settled(stack)
  for (const [method, rest] of requests) {
    const { status, headers } = await fetch(
      `${admin.orchestration.url}${stacks.path(`/stacks/web${rest}`)}`,
      {
        ...{ method, redirect: 'manual', headers: { 'x-auth-token': admin.token } },
        signal: AbortSignal.timeout(30_000),
      },
    )
    assert.equal(status, 302, `${method} ${rest}`)
    assert.ok(headers.get('location')?.endsWith(`${stack}${rest}`), headers.get('location') ?? '')
  }
  const { body } = await stacks.door.get(stacks.path('/stacks/detail'))
  assert.deepEqual(
    body.stacks.map((one: { stack_name: string }) => one.stack_name),
    ['web'],
  )
})
