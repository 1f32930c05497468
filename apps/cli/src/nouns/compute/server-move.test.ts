import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

test('server migrate refuses options of a live migration that it would not obey, and migrates nothing', async () => {
  await using cloud = await startDoubleCloud()
  for (const [line, complaint] of [
    ['server migrate --block-migration web', /--live-migration must be specified/],
    ['server migrate --shared-migration web', /--live-migration must be specified/],
    ['server migrate --disk-overcommit web', /--live-migration must be specified/],
    ['server migrate --live-migration --no-disk-overcommit web', /only supported by .* 2\.24 or below/],
  ] as const) {
    const { code, stderr } = await runAgainst(cloud, line)
    assert.equal(code, 1, line)
    assert.match(stderr, complaint)
  }
  assert.equal(cloud.received.length, 0)
  assert.equal((await runAgainst(cloud, 'server migrate --live-migration --block-migration web')).code, 0)
  assert.deepEqual(JSON.parse(cloud.received.at(-1)?.body ?? ''), {
    'os-migrateLive': { block_migration: true, host: null },
  })
})
