import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ids } from '../../../test/cloud-things.ts'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

test('server event list says that several servers have the name, and reads the events of a deleted one by its id', async () => {
  await using cloud = await startDoubleCloud()
  const servers = [ids.server, ids.volume].map((id) => ({ id, name: 'web', links: [] }))
  cloud.reply('GET /compute/v2.1/servers', { status: 200, body: { servers } })
  const ambiguous = await runAgainst(cloud, 'server event list web')
  assert.deepEqual(ambiguous, {
    code: 1,
    stdout: '',
    stderr: "More than one Server exists with the name 'web'.\n",
  })
  const events = { instanceActions: [{ action: 'delete', request_id: 'req-1' }] }
  const deleted = `GET /compute/v2.1/servers/${ids.group}/os-instance-actions`
  cloud.reply(deleted, { status: 200, body: events })
  const { stdout } = await runAgainst(cloud, `server event list ${ids.group} -f value -c Action`)
  assert.equal(stdout, 'delete\n')
})
