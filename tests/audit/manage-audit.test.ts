import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const main = fileURLToPath(new URL('../../apps/cloud/src/main.ts', import.meta.url))
const strayServer = '0f0e0d0c-0000-4000-8000-000000000001'

interface Ended {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

/** Runs `nimbo manage audit` with the environment variables of openrc. */
const manageAudit = ({ access }: Pick<TestCloud, 'access'>, ...words: readonly string[]): Promise<Ended> => {
  const env = {
    PATH: process.env.PATH,
    OS_AUTH_URL: access.authUrl,
    OS_USERNAME: 'admin',
    OS_PASSWORD: access.password,
    OS_PROJECT_NAME: 'admin',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'manage', 'audit', ...words], { env }, (error, output, complaint) =>
      resolve({ code: Number(error?.code ?? 0), output, complaint }),
    )
  })
}

test('nimbo manage audit exits with 1 if it finds an inconsistency, and with 0 once --repair has repaired it', async () => {
  await using cloud = await startTestCloud()
  const inOrder = await manageAudit(cloud)
  assert.deepEqual([inOrder.code, inOrder.complaint], [0, ''], inOrder.output)
  assert.match(inOrder.output, /Looked at 2 cells, 1 hosts.*\nNothing is left over\.\n$/)

  const instances = await cloud.state.directory('instances')
  await mkdir(join(instances, 'fake-1', strayServer), { recursive: true })
  const untidy = await manageAudit(cloud, '--grace', '0')
  assert.equal(untidy.code, 1)
  assert.match(untidy.output, new RegExp(`files-without-server \\| directory ${strayServer}`))
  assert.match(untidy.output, /Remove the files\..*\n.*\n1 findings\.\n$/)

  const repaired = await manageAudit(cloud, '--repair', '--json', '--grace', '0')
  assert.equal(repaired.code, 0, repaired.complaint)
  const { findings } = JSON.parse(repaired.output)
  assert.deepEqual([findings[0].kind, findings[0].repaired], ['files-without-server', true])
  assert.equal((await manageAudit(cloud)).code, 0)
})

test('nimbo manage audit prints one line when it cannot sign in or an option is wrong', async () => {
  await using cloud = await startTestCloud()
  const refused = await manageAudit({ access: { ...cloud.access, password: 'wrong' } })
  assert.equal(refused.code, 1)
  assert.match(refused.complaint, /^nimbo: .+\n$/)
  const misspelt = await manageAudit(cloud, '--grace', 'soon')
  assert.match(misspelt.complaint, /--grace must be a number of seconds: soon/)
})
