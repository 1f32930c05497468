import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { twoHostsApart } from '@nimbo/hypervisor-libvirt/live/hosts-apart.testing'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { showServer } from '@nimbo/testkit/servers'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'
import type { GuestCloud } from '@nimbo/testkit/guest-cloud'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { consoleOf, holdsItsSum, sees, written } from './busy-guest.ts'
import { cloudOfHosts } from './cloud-of-hosts.ts'
import { makeFillImage } from './make-fill-image.ts'
import { migrateLive } from './migrate-live.ts'
import { rootVolume } from './root-volume.ts'
import { type VolumeStory, volumeStory } from './volume-story.ts'

/** The address of Ceph in the network of the hosts. */
const cephAddress = '10.99.0.4'

/**
 * Only in the embedded shape, since everything below the drivers is the same in both: two hosts with a libvirtd each, in separate
 * namespaces, whose guests reach Ceph over the network of the hosts.
 */
describe('a guest with all its disks in Ceph, in a cloud of two hosts', {
  skip: (await guestsMissing()) || missingCeph(),
}, () => {
  const stack = new AsyncDisposableStack()
  let ceph: CephCluster
  let site: GuestCloud
  let story: VolumeStory
  let [guest, data] = ['', '']

  before(async () => {
    const home = stack.use(await ownedDirectory('nimbo-ceph-hosts-'))
    // QEMU runs as its own user and needs to pass through this directory.
    await chmod(home.path, 0o711)
    const hosts = await twoHostsApart(home.path, 'nbtrbd')
    for (const host of hosts) stack.defer(() => host.end())
    await hosts[0].join(cephAddress)
    ceph = stack.use(await startCeph({ pools: ['volumes'], address: cephAddress }))
    const volumes = rbdVolumes({ access: ceph.access, pool: 'volumes' })
    site = stack.use(await cloudOfHosts(home.path, hosts, volumes))
    story = volumeStory(site)
  })
  after(() => stack.disposeAsync())

  const hostOf = async () => (await showServer(site.ada, guest))['OS-EXT-SRV-ATTR:host']

  it('boots from a volume and writes to another', async () => {
    const root = rootVolume('image', site.imageRef)
    const zone = { availability_zone: 'nova:host-a' }
    guest = await story.boot({ name: 'traveller', ...zone, block_device_mapping_v2: [root] })
    assert.equal(await hostOf(), 'host-a')
    data = await story.make({ imageRef: await makeFillImage(site.ada) })
    await written(site.ada, guest, 1)
    await story.attach(guest, data)
    await sees(site.ada, guest, data, holdsItsSum)
  })

  for (const to of ['host-b', 'host-a'])
    it(`is live-migrated to ${to} while it writes, without an I/O error`, async () => {
      const files = await written(site.ada, guest, 1)
      const { boot, head, count } = await sees(site.ada, guest, data)
      await migrateLive(site.ada, guest, to)
      const later = await sees(site.ada, guest, data, (seen) => seen.count > count + 1)
      assert.ok(holdsItsSum(later))
      assert.deepEqual([later.boot, later.head], [boot, head], 'the guest has not rebooted')
      await written(site.ada, guest, files + 2)
      assert.doesNotMatch(await consoleOf(site.ada, guest), /failed|I\/O error|Remounting filesystem/)
      const { attachments } = (await site.ada.volume.get(`/v3/attachments?volume_id=${data}`)).body
      assert.equal(attachments.length, 1, 'the attachment to the source host is deleted')
    })

  it('leaves no volume in Cinder and no image in the pool when it is deleted', async () => {
    await story.end(guest)
    await story.remove(data)
    await site.cloud.settled()
    assert.deepEqual((await site.ada.volume.get('/v3/volumes')).body.volumes, [])
    assert.equal((await runCeph(ceph.access, 'rbd', ['ls', 'volumes'])).trim(), '')
  })
})
