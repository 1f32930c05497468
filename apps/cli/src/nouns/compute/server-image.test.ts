import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ids } from '../../../test/cloud-things.ts'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

test('server image create --wait fails when the image can never become active', async () => {
  await using cloud = await startDoubleCloud()
  const image_id = ids.image
  cloud.reply(`POST /compute/v2.1/servers/${ids.server}/action`, { status: 202, body: { image_id } })
  cloud.reply(`GET /image/v2/images/${image_id}`, { status: 200, body: { id: image_id, status: 'killed' } })
  const { code, stderr } = await runAgainst(cloud, 'server image create --wait web')
  assert.deepEqual(
    { code, stderr },
    { code: 1, stderr: `Error creating server image: image ${image_id} is killed.\n` },
  )
})
