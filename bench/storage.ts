/**
 * Throughput of images and creation times of volumes: `node bench/storage.ts [OPENRC] [ROUNDS] [MEBIBYTES,…]`. Starts `nimbo up` with its file
 * store and back end; with the file OPENRC the same client measures another OpenStack in turn. Prints a line for each measurement and round:
 * uploads and downloads of images (of 256 MiB and 4 GiB) in MiB/s, with the growth of Nimbo's process; the time to create a volume of 10 GiB from an
 * image and to clone it; and the time until an empty volume is available, on files and on a fake back end (`fake`), which the other OpenStack may have.
 */

import { benchClient } from './bench-client.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import { moveImages } from './storage/move-images.ts'
import { peerFrom } from './storage/peer-from.ts'
import { cloneVolume, makeVolumes } from './storage/volumes.ts'

const [openrc = '', rounds = '3', sizes = '256,4096'] = process.argv.slice(2)
await using nimbo = await startEmbeddedCloud({ hosts: 1 })
const fakeVolumes = '[DEFAULT]\nenabled_backends = fake\n[fake]\nvolume_driver = fake\n'
await using pretending = await startEmbeddedCloud({ hosts: 1, etc: { 'cinder/cinder.conf': fakeVolumes } })
const clouds: readonly (readonly [string, BenchCloud])[] = [
  ['nimbo', nimbo],
  ['nimbo, fake', pretending],
  ...(openrc === '' ? [] : [['peer', await peerFrom(openrc)] as const]),
]
const tell = (line: string): void => void process.stdout.write(`${line}\n`)

for (let round = 1; round <= Number(rounds); round += 1)
  for (const [name, cloud] of clouds) {
    const client = await benchClient(cloud)
    const pid = name === 'nimbo' ? cloud.pid : undefined
    for (const mebibytes of name === 'nimbo, fake' ? [] : sizes.split(',').map(Number))
      tell(`${round} ${name}: ${await moveImages(client, mebibytes, pid)}`)
    tell(`${round} ${name}: ${await makeVolumes(client)}`)
    if (name === 'nimbo') tell(`${round} ${name}: ${await cloneVolume(client)}`)
    client.close()
  }
