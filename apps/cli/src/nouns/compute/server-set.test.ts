import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

test('server set --root-password asks twice for the password, and changes nothing when the answers differ', async () => {
  await using cloud = await startDoubleCloud()
  const changes = () => cloud.received.filter(({ path }) => path.endsWith('/action')).map(({ body }) => body)
  const line = 'server set --name other --root-password web'
  const differing = await runAgainst(cloud, line, 'one\ntwo\n')
  assert.equal(differing.code, 1)
  assert.match(differing.stderr, /not the same/)
  assert.ok(cloud.received.every(({ method, path }) => method === 'GET' || path.endsWith('/auth/tokens')))
  const { code, stderr } = await runAgainst(cloud, 'server set --root-password web', 'one\none\n')
  assert.equal(code, 0, stderr)
  assert.deepEqual(changes(), ['{"changePassword":{"adminPass":"one"}}'])
})

test('server evacuate shows the server', async () => {
  await using cloud = await startDoubleCloud()
  const shown = await runAgainst(cloud, 'server evacuate web -f value -c name')
  assert.equal(shown.code, 0, shown.stderr)
  assert.equal(shown.stdout, 'web\n')
})
