import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ids } from '../../../test/cloud-things.ts'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

test('server rebuild sends trusted certificates, or that there are none, and whether ephemeral disks are kept', async () => {
  await using cloud = await startDoubleCloud()
  const imageRef = ids.image
  for (const [options, asked] of [
    ['--trusted-image-cert one --trusted-image-cert two', { trusted_image_certificates: ['one', 'two'] }],
    ['--no-trusted-image-certs', { trusted_image_certificates: null }],
    ['--preserve-ephemeral', { preserve_ephemeral: true }],
    ['--no-preserve-ephemeral', { preserve_ephemeral: false }],
  ] as const) {
    const { code, stderr } = await runAgainst(cloud, `server rebuild ${options} web`)
    assert.equal(code, 0, stderr)
    const sent = cloud.received.findLast(({ path }) => path.endsWith('/action'))
    assert.deepEqual(JSON.parse(sent?.body ?? ''), { rebuild: { imageRef, ...asked } })
  }
})
