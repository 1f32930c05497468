import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAdminClient } from '@nimbo/cloud/demo/admin-client'
import { loginLink } from '@nimbo/cloud/demo/login-link'
import { writeClientFiles } from '@nimbo/cloud/client-files'
import { recordingLog } from '@nimbo/testing/recording-log'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { BrowserDoor } from './login-link.ts'

test('the login link of the demo signs a browser in, and its code appears in no log', async () => {
  const { log, lines } = recordingLog()
  await using cloud = await startTestCloud({ log })
  await writeClientFiles(cloud.state, cloud.access)
  const link = new URL(await loginLink(await openAdminClient(cloud.state.file('clouds.yaml'))))
  assert.equal(`${link.origin}${link.pathname}`, `${cloud.url}/dashboard/login`)
  const code = link.hash.replace('#code=', '')
  const browser = new BrowserDoor(cloud.url)
  assert.equal((await browser.ask('POST', '/api/session', { json: { method: 'link', code } })).status, 201)
  assert.ok(JSON.stringify(lines).includes('/dashboard/api/links'))
  assert.ok(!JSON.stringify(lines).includes(code))
})
