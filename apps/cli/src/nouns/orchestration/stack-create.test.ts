import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { ids } from '../../../test/cloud-things.ts'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

test('stack create --wait --poll 0 waits a second between two looks at the stack', async () => {
  await using cloud = await startDoubleCloud()
  await using directory = await temporaryDirectory()
  const template = join(directory.path, 'template.yaml')
  await writeFile(template, 'heat_template_version: 2021-04-16')
  const stacks = `/heat/v1/${ids.project}/stacks`
  const [stack, id] = [`${stacks}/web/1`, '1']
  const becomes = (stack_status: string): void =>
    cloud.reply(`GET ${stack}`, { status: 200, body: { stack: { id, stack_name: 'web', stack_status } } })
  cloud.reply(`POST ${stacks}`, { status: 201, body: { stack: { id } } })
  cloud.reply(`GET ${stack}/events`, { status: 200, body: { events: [] } })
  becomes('CREATE_IN_PROGRESS')
  const made = runAgainst(cloud, `stack create --template ${template} --wait --poll 0 web`)
  const looks = (): number => cloud.received.filter(({ path }) => path.split('?')[0] === stack).length
  await eventually(() => assert.ok(looks() > 0))
  becomes('CREATE_COMPLETE')
  const { code, stderr } = await made
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  // One look while the stack was being created, one when it was complete, and one to show it.
  assert.equal(looks(), 3)
})
