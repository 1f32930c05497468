import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { ids } from '../../../test/cloud-things.ts'
import { type DoubleCloud, startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

const becomes = (cloud: DoubleCloud, status: string, task: string | null): void =>
  cloud.reply(`GET /compute/v2.1/servers/${ids.server}`, {
    status: 200,
    body: { server: { id: ids.server, name: 'web', status, 'OS-EXT-STS:task_state': task } },
  })

for (const [line, status, what] of [
  ['server resize --flavor m1.nano --wait web', 'ACTIVE', 'resize'],
  ['server migrate --wait web', 'SHUTOFF', 'migration'],
  ['server shelve --wait web', 'PAUSED', 'shelving'],
  ['server unshelve --wait web', 'SHELVED_OFFLOADED', 'unshelving'],
] as const)
  test(`${line} fails as soon as the server is ${status} again`, async () => {
    await using cloud = await startDoubleCloud()
    becomes(cloud, status, null)
    const { code, stderr } = await runAgainst(cloud, line)
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^Server web is ${status} again: its ${what} failed`))
  })

test('server reboot --hard --wait waits until a server in ERROR has recovered', async () => {
  await using cloud = await startDoubleCloud()
  becomes(cloud, 'ERROR', 'rebooting_hard')
  const rebooted = runAgainst(cloud, 'server reboot --hard --wait web')
  const path = `/compute/v2.1/servers/${ids.server}`
  const asked = () => cloud.received.filter((each) => each.method === 'GET' && each.path === path).length
  await eventually(async () => assert.ok(asked() > 0))
  becomes(cloud, 'ACTIVE', null)
  assert.deepEqual(await rebooted, { code: 0, stdout: '', stderr: '' })
})
