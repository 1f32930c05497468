import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

let cloud: TestCloud
before(async () => {
  cloud = await startTestCloud()
})
after(() => cloud[Symbol.asyncDispose]())

it('a cloud in one process serves the metrics of all its roles on its one port', async () => {
  await cloud.admin.compute.get('/flavors')
  const answer = await fetch(`${cloud.url}/metrics`)
  assert.equal(answer.status, 200)
  const lines = (await answer.text()).split('\n')
  const labels = 'service="nimbo",operation="compute.flavors.list",route="/flavors",method="GET",status="200"'
  for (const line of [
    `nimbo_http_requests_total{${labels}} 1`,
    'nimbo_flows{flow="boot-server",state="abandoned"} 0',
    'nimbo_flows{flow="create-volume",state="running"} 0',
    'nimbo_role{role="nova-conductor"} 1',
  ])
    assert.ok(lines.includes(line), line)
})
