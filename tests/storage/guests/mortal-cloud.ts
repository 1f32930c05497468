import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runningOn } from '@nimbo/cloud/pid-file'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { signIn } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { superviseProcess } from '@nimbo/testkit/supervised-process'
import { patience } from './busy-guest.ts'
import type { GuestSite } from './volume-story.ts'

/** A cloud in its own process, with real guests, which is restarted whenever it is killed. */
export interface MortalCloud extends GuestSite, AsyncDisposable {
  readonly stateDir: string
  /** Kills the process, and waits until the restarted one answers. */
  die(): Promise<void>
}

/** Starts a cloud with this `cinder.conf`; its user is the administrator. */
export const startMortalCloud = async (cinder: string): Promise<MortalCloud> => {
  await using stack = new AsyncDisposableStack()
  const home = stack.use(await ownedDirectory('nimbo-mortal-'))
  // QEMU runs as its own user and needs to pass through this directory.
  await chmod(home.path, 0o711)
  const stateDir = join(home.path, 'state')
  await sharedServer('libvirtd')
  const daemons = { stateDir: join(home.path, 'libvirt'), endsWithProcess: true, log: silentLog }
  stack.defer(await ensureLibvirtd(daemons))
  await mkdir(join(stateDir, 'etc', 'cinder'), { recursive: true })
  await writeFile(join(stateDir, 'etc', 'cinder', 'cinder.conf'), cinder)
  const port = await freePort()
  const logFile = join(home.path, 'up.log')
  const up = superviseProcess({
    name: 'nimbo up',
    words: ['up', '--hypervisor', 'libvirt', '--state-dir', stateDir, '--port', String(port), '--json'],
    logFile,
  })
  stack.defer(() => up.stop())
  const url = `http://127.0.0.1:${port}`
  const answers = async (): Promise<void> => {
    assert.equal((await fetch(`${url}/identity/v3`)).status, 200)
    assert.equal((await runningOn(stateDir))?.pid, up.pid())
  }
  await eventually(answers, patience)
  const { 'admin-password': password } = JSON.parse(await readFile(join(stateDir, 'secrets.json'), 'utf8'))
  const ada = await signIn(url, { username: 'admin', password, project: 'admin' })
  const tiny = await readFile((await tinyImage()).path)
  const parts = stack.move()
  return {
    ...{ stateDir, ada },
    imageRef: await makeImage(ada, { diskFormat: 'qcow2', data: tiny }),
    flavorRef: await makeFlavor(ada, { name: 'm1.nano', ram: 128, disk: 1 }),
    die: async () => {
      up.kill('SIGKILL')
      await eventually(answers, patience)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
