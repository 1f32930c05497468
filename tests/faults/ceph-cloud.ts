import { readPart } from '@nimbo/ceph/read-part'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { startCeph } from '@nimbo/testing/ceph-cluster'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { usualBackend } from './usual-backend.ts'

const pool = 'volumes'
/** Enough for the volumes of a case. */
const gibibytes = 5
/** The prefix with which images of the pool appear among the file names. */
const place = 'ceph/'

/** The embedded cloud, with volumes in Ceph unless their type says otherwise. */
export const startCephCloud = async (): Promise<FaultCloud> => {
  await using stack = new AsyncDisposableStack()
  const { access, ...ceph } = await startCeph({ pools: [pool], gibibytes })
  stack.use(ceph)
  const cloud = stack.use(await startEmbeddedCloud({ 'cinder/cinder.conf': configuration(access) }))
  await usualBackend(cloud.admin, 'ceph')
  const listed = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await runCeph(access, 'rbd', [...words, pool])).split('\n').filter((line) => line !== '')
  const parts = stack.move()
  return {
    ...cloud,
    shape: 'ceph',
    files: async () => {
      const [images, trash] = [await listed('ls'), await listed('trash', 'ls')]
      const names = [...images, ...trash.map((line) => `trash/${line}`)]
      return [...(await cloud.files()), ...names.map((name) => `${place}${name}`)]
    },
    read: async (file, bytes) => {
      if (!file.startsWith(place)) return cloud.read(file, bytes)
      // Compared by deepEqual with the content of files, which is a Uint8Array and not a Buffer.
      return Uint8Array.from(await readPart(access, { pool, name: file.slice(place.length) }, 0, bytes))
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const configuration = ({ conf, user }: { readonly conf: string; readonly user: string }): string => `
[DEFAULT]
enabled_backends = ceph, spare

[ceph]
volume_driver = rbd
rbd_pool = ${pool}
rbd_user = ${user}
rbd_ceph_conf = ${conf}

[spare]
volume_driver = file
volumes_dir = $state_path/volumes-spare
`
