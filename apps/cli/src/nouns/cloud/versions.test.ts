import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

test('versions show lists what each service says about its versions, or else the version in its URL', async () => {
  await using cloud = await startDoubleCloud()
  const links = (version: string) => [{ rel: 'self', href: `${cloud.url}/compute/${version}/` }]
  cloud.reply('GET /compute/', {
    status: 200,
    body: {
      versions: [
        { id: 'v2.1', status: 'CURRENT', version: '2.96', min_version: '2.1', links: links('v2.1') },
        { id: 'v2.0', status: 'SUPPORTED', version: '', min_version: '', links: links('v2') },
      ],
    },
  })
  const self = { rel: 'self', href: `${cloud.url}/identity/v3/` }
  const values = [{ id: 'v3.14', status: 'stable', links: [self] }]
  cloud.reply('GET /identity/', { status: 300, body: { versions: { values } } })
  const shown = async (options: string) => {
    const { code, stdout, stderr } = await runAgainst(cloud, `versions show ${options} -f value`)
    assert.equal(code, 0, stderr)
    return stdout.trim().split('\n')
  }
  const { url } = cloud
  assert.deepEqual(await shown('--service compute'), [
    `RegionOne compute 2.0 SUPPORTED ${url}/compute/v2/ None None`,
    `RegionOne compute 2.1 CURRENT ${url}/compute/v2.1/ 2.1 2.96`,
  ])
  const identity = `RegionOne identity 3.14 CURRENT ${url}/identity/v3/ None None`
  const volume = `RegionOne volumev3 3.0 CURRENT ${url}/volume/v3 None None`
  assert.deepEqual(await shown('--service identity'), [identity])
  assert.deepEqual(await shown('--service volumev3'), [volume])
  const current = await shown('--status current --region-name RegionOne')
  assert.ok(current.includes(identity) && current.includes(volume))
  assert.ok(!current.some((line) => line.includes('SUPPORTED')))
  assert.deepEqual(await shown('--region-name Elsewhere'), [''])
})
