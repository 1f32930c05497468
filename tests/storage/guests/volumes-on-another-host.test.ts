import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { issueHostCertificates } from '@nimbo/cloud/tls/host-certificates'
import { twoHostsApart } from '@nimbo/hypervisor-libvirt/live/hosts-apart.testing'
import { systemClock } from '@nimbo/kernel/clock'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { missingProgram } from '@nimbo/testing/missing-program'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { showServer } from '@nimbo/testkit/servers'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import type { GuestCloud } from '@nimbo/testkit/guest-cloud'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { holdsItsSum, looksAgain, patience, sees } from './busy-guest.ts'
import { cloudOfHosts } from './cloud-of-hosts.ts'
import { makeFillImage } from './make-fill-image.ts'
import { migrateLive } from './migrate-live.ts'
import { type VolumeStory, volumeStory } from './volume-story.ts'

const skip = (await guestsMissing()) || missingProgram('qemu-storage-daemon')
const run = promisify(execFile)
const bridge = 'nbtnbd'
/** The address of the host with the files, `host-a`; guests there open the files locally. */
const storageAddress = '10.99.0.3'

/**
 * Only in the embedded shape, since everything below the drivers is the same in both: two hosts with a libvirtd each, in separate
 * namespaces, and volumes in files that only one of them can open. All certificates are in directories of the test.
 */
describe('a guest whose volume is a file on another host', { skip }, () => {
  const stack = new AsyncDisposableStack()
  let site: GuestCloud
  let story: VolumeStory
  let [far, near, data] = ['', '', '']
  let [port, exports, guests] = [0, '', '']

  before(async () => {
    const home = stack.use(await ownedDirectory('nimbo-other-host-'))
    await chmod(home.path, 0o711)
    const storage = join(home.path, 'storage')
    guests = join(home.path, 'guests')
    const authority = join(home.path, 'tls')
    for (const [directory, names] of [
      [storage, ['host-a', storageAddress]],
      [guests, ['host-b', '10.99.0.2']],
    ] as const)
      await issueHostCertificates({ authority, directory, names }, systemClock.now())
    await run('chgrp', ['kvm', join(guests, 'client-key.pem')])
    await chmod(join(guests, 'client-key.pem'), 0o640)

    const hosts = await twoHostsApart(home.path, bridge, `nbd_tls_x509_cert_dir = "${guests}"\n`)
    for (const host of hosts) stack.defer(() => host.end())
    await hosts[0].join(storageAddress)
    port = await freePort(storageAddress)
    exports = join(home.path, 'nbd')
    const target = { address: storageAddress, port, certificates: storage }
    const nbd = { directory: exports, host: 'host-a', target, endsWithProcess: true }
    const volumes = fileVolumes({ directory: join(home.path, 'volumes'), nbd })
    site = stack.use(await cloudOfHosts(home.path, hosts, volumes))
    story = volumeStory(site)
  })
  after(() => stack.disposeAsync())

  const hostOf = async (id: string) => (await showServer(site.cloud.admin, id))['OS-EXT-SRV-ATTR:host']
  /** Boots a guest on a host that an administrator names. */
  const bootOn = async (host: string): Promise<string> => {
    const id = await story.boot({ name: `on-${host}`, availability_zone: `nova:${host}` })
    assert.equal(await hostOf(id), host)
    return id
  }
  const connectionOf = async () => {
    const { attachments } = (await site.cloud.admin.volume.get(`/v3/attachments?volume_id=${data}`)).body
    const { body } = await site.cloud.admin.volume.get(`/v3/attachments/${attachments[0].id}`)
    return body.attachment.connection_info
  }

  it('reads and writes it by NBD over TLS, while a connection without TLS is refused', async () => {
    far = await bootOn('host-b')
    near = await bootOn('host-a')
    data = await story.make({ imageRef: await makeFillImage(site.ada) })
    await story.attach(far, data)
    await sees(site.ada, far, data, holdsItsSum)
    const { driver_volume_type, host, tls } = await connectionOf()
    assert.deepEqual([driver_volume_type, host, tls], ['nbd', storageAddress, true])
    const plain = run('qemu-img', ['info', `nbd://${storageAddress}:${port}/${data}`])
    await assert.rejects(plain, /TLS/)
  })

  it('keeps reading the volume after the export daemon on the other host is killed', async () => {
    const pid = (await readFile(join(exports, 'remote', 'pid'), 'utf8')).trim()
    process.kill(Number(pid), 'SIGKILL')
    await looksAgain(site.ada, far, data)
  })

  it('writes what a guest on the host with the file reads after it attaches the volume', async () => {
    const { head } = await sees(site.ada, far, data, holdsItsSum)
    await story.detach(far, data)
    await story.attach(near, data)
    assert.equal((await sees(site.ada, near, data, holdsItsSum)).head, head)
    await story.detach(near, data)
    await story.attach(far, data)
  })

  /** First to the host with the file, then back to the one that reaches it over TLS. */
  for (const [to, address] of [
    ['host-a', undefined],
    ['host-b', storageAddress],
  ] as const)
    it(`is live-migrated to ${to}, and its attachment has the connection for that host`, async () => {
      await looksAgain(site.ada, far, data)
      await migrateLive(site.ada, far, to)
      await looksAgain(site.ada, far, data)
      await eventually(async () => assert.equal((await connectionOf()).host, address), patience)
    })

  it('leaves no export when it and the volume are deleted', async () => {
    for (const one of [far, near]) await story.end(one)
    await story.remove(data)
    await site.cloud.settled()
    for (const where of ['local', 'remote'])
      assert.equal((await readFile(join(exports, where, 'exports.json'), 'utf8')).trim(), '{}')
  })
})
