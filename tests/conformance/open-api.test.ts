import assert from 'node:assert/strict'
import { test } from 'node:test'
import { services } from '@nimbo/cloud/services'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { createConfig, lintFromString } from '@redocly/openapi-core'

test('each API serves an OpenAPI document without a token, in which a linter finds no problems', async (t) => {
  await using cloud = await startTestCloud()
  const config = await createConfig({ extends: ['spec'] })
  for (const { type, mount } of services) {
    const response = await fetch(`${cloud.url}${mount}/openapi.json`)
    assert.equal(response.status, 200, type)
    const source = await response.text()
    const problems = await lintFromString({ source, absoluteRef: `${type}.json`, config })
    const said = problems.map(
      ({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer} ${message}`,
    )
    assert.deepEqual(said, [], type)
    t.diagnostic(`${type}: ${Object.keys(JSON.parse(source).paths).length} paths`)
  }
})

test('openapi.json?microversion= describes that microversion, and gives 406 for one that does not exist', async () => {
  await using cloud = await startTestCloud()
  const at = async (microversion: string) => {
    const response = await fetch(`${cloud.url}/volume/openapi.json?microversion=${microversion}`)
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  assert.equal((await at('3.26')).body.paths['/attachments'], undefined)
  assert.ok((await at('3.27')).body.paths['/attachments'])
  assert.equal((await at('9.1')).status, 406)
})
