import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ids } from '../../../test/cloud-things.ts'
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

test('server migrate confirm and revert still work, and name the commands to use instead', async () => {
  await using cloud = await startDoubleCloud()
  for (const [verb, body] of [
    ['confirm', { confirmResize: null }],
    ['revert', { revertResize: null }],
  ] as const) {
    const { code, stderr } = await runAgainst(cloud, `server migrate ${verb} web`)
    assert.equal(code, 0, stderr)
    assert.match(stderr, new RegExp(`'server migrate ${verb}' .* deprecated .* 'server migration ${verb}'`))
    const sent = cloud.received.at(-1)
    assert.equal(sent?.path, `/compute/v2.1/servers/${ids.server}/action`)
    assert.deepEqual(JSON.parse(sent?.body ?? ''), body)
  }
})
