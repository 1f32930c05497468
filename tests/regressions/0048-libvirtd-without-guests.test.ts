import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingPackages } from '@nimbo/cloud/system-packages'
import { runningDaemon } from '@nimbo/hypervisor-libvirt/daemon'
import { nimbo, nimboUpAs } from '@nimbo/testkit/nimbo-process'
import { missingSmallDisks, smallDisk } from '@nimbo/testing/small-disk'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const skip = missingSmallDisks() || ((await missingPackages()).length > 0 && 'libvirt is not installed')

test('a libvirtd left by a killed cloud is used by the next one, which stops it if no guest runs', {
  skip,
}, async () => {
  await using directory = await temporaryDirectory()
  const stateDir = join(directory.path, 'state')
  // So that the daemons do not use the sockets of this machine, which are in /run.
  await using run = await smallDisk('/run', 16)
  const wish = { stateDir, within: run.within, words: ['--hypervisor', 'libvirt'] }
  const daemons = () =>
    Promise.all(['virtlogd', 'libvirtd'].map((program) => runningDaemon(join(stateDir, 'libvirt'), program)))

  const first = await nimboUpAs(wish)
  await first.end('SIGKILL')
  const left = await daemons()
  assert.ok(left.every((daemon) => daemon !== undefined))

  await using second = await nimboUpAs(wish)
  assert.deepEqual(await daemons(), left, 'the second cloud uses the running daemons')
  assert.equal((await nimbo('down', '--state-dir', stateDir)).code, 0)
  assert.equal(await second.ended, 0)
  assert.deepEqual(await daemons(), [undefined, undefined])
})
