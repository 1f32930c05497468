import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { nimboUpAs } from '@nimbo/testkit/nimbo-process'

test('a process reports its state and its configuration, without secrets, whenever it gets SIGUSR2', async () => {
  await using directory = await temporaryDirectory()
  const stateDir = join(directory.path, 'state')
  const secret = 'a-secret-between-neutron-and-nova'
  const within = ['env', `OS_NEUTRON__METADATA_PROXY_SHARED_SECRET=${secret}`]
  await using up = await nimboUpAs({ stateDir, within })
  process.kill(up.ready.pid, 'SIGUSR2')
  const report = await eventually(async () => {
    const file = (await readdir(stateDir)).find((name) => name.startsWith('nimbo_gurumeditation_'))
    const text = await readFile(join(stateDir, file ?? 'none'), 'utf8')
    assert.match(text, /\n\n$/)
    return text
  })
  assert.match(report, new RegExp(`pid = ${up.ready.pid}\n`))
  assert.match(report, /Configuration of nova[\s\S]+\[filter_scheduler\]\n[\s\S]+ {2}host_subset_size = 1\n/)
  assert.match(report, / {2}metadata_proxy_shared_secret = \*\*\*\n/)
  assert.ok(!report.includes(secret))
  assert.equal((await fetch(up.url)).status < 500, true)
  assert.equal(await up.end('SIGTERM'), 0)
})
