/**
 * The throughput of a guest's volume compared with plain QEMU: `node bench/guest-disk.ts [ROUNDS] [MEBIBYTES] [PASSES]`, as root. In every round a
 * server of a cloud with libvirt, and then a guest started by QEMU alone, with the same image and the same volume file, write and read
 * MEBIBYTES (256) PASSES (5) times. Prints the medians of each round in MiB/s, and at the end the ratios of the medians of all passes.
 */
import { join } from 'node:path'
import { startGuestCloud } from '@nimbo/testkit/guest-cloud'
import { tinyImage } from '../packages/guest-image/src/tiny-image.ts'
import { ownedDirectory } from '../packages/testing/src/owned-directory.ts'
import { volumeStory } from '../tests/storage/guests/volume-story.ts'
import { makeFlavor } from '../tests/testkit/src/make-flavor.ts'
import { diskScript, type Moved } from './guests/disk-script.ts'
import { runNimboGuest } from './guests/nimbo-guest.ts'
import { runPlainGuest } from './guests/plain-guest.ts'
import { median } from './median.ts'

const [rounds = 3, mebibytes = 256, passes = 5] = process.argv.slice(2).map(Number)
const script = diskScript(mebibytes, passes)

await using site = await startGuestCloud(async (drivers) => drivers)
await using scratch = await ownedDirectory('nimbo-plain-guest-')
const story = volumeStory(site)
const flavorRef = await makeFlavor(site.cloud.admin, { name: 'bench', ram: 256, disk: 1 })
const volumeId = await story.make({ size: 1 })
const volume = join(site.directory, 'volumes', `volume-${volumeId}`)
const { path: image } = await tinyImage()

const rate = (moved: readonly Moved[], way: keyof Moved): number =>
  mebibytes / median(moved.map((one) => one[way]))
const shown = (moved: readonly Moved[]): string =>
  `write ${rate(moved, 'write').toFixed(0)}, read ${rate(moved, 'read').toFixed(0)} MiB/s`

const all: { readonly nimbo: Moved[]; readonly plain: Moved[] } = { nimbo: [], plain: [] }
for (let round = 1; round <= rounds; round += 1) {
  const nimbo = await runNimboGuest(site, { flavorRef, volumeId, script, passes })
  await story.become(volumeId, 'available')
  const plain = await runPlainGuest({ directory: scratch.path, image, volume, script, passes })
  all.nimbo.push(...nimbo)
  all.plain.push(...plain)
  process.stdout.write(`round ${round}: nimbo ${shown(nimbo)}; plain QEMU ${shown(plain)}\n`)
}
const ratio = (way: keyof Moved): string => (rate(all.nimbo, way) / rate(all.plain, way)).toFixed(2)
process.stdout.write(`relative to plain QEMU: write ${ratio('write')}, read ${ratio('read')}\n`)
