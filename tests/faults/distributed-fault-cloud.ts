import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { fakeGuests } from '@nimbo/testkit/fake-guests'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import { askForToken } from './asking.ts'
import type { DistributedFaultCloud } from './fault-cloud.ts'
import { readStart } from './read-start.ts'
import { usualBackend } from './usual-backend.ts'

const recoveredWithinMs = 60_000

/** Two volume back ends and two image stores, as in `nimbo up`, and every import method, from any port of this machine. */
const settings = {
  glance: {
    DEFAULT: {
      enabled_backends: 'file:file, spare:file',
      enabled_import_methods: 'glance-direct, web-download, copy-image, glance-download',
    },
    glance_store: { default_backend: 'file' },
    import_filtering_opts: { allowed_ports: '' },
    file: { filesystem_store_datadir: '$state_path/images' },
    spare: { filesystem_store_datadir: '$state_path/images-spare', weight: '-1' },
  },
  cinder: {
    DEFAULT: { enabled_backends: 'file, spare' },
    file: { volume_driver: 'file' },
    spare: { volume_driver: 'file', volumes_dir: '$state_path/volumes-spare' },
  },
}

/** One process for each role, three hosts with the fake hypervisor and two conductors; each process is restarted when it dies. */
export const startDistributedFaultCloud = async (): Promise<DistributedFaultCloud> => {
  await using stack = new AsyncDisposableStack()
  const temporary = stack.use(await temporaryDirectory())
  const cloud = stack.use(
    await startDistributedCloud({
      ...{ hostsPerCell: 3, conductors: 2, crashPoints: true, severableHosts: true },
      ...{ settings, environment: { TMPDIR: temporary.path } },
    }),
  )
  const { identityUrl, adminPassword: password, directory } = cloud
  const admin = await signInByCatalog(identityUrl, { username: 'admin', password, project: 'admin' })
  await usualBackend(admin, 'file')
  const hostDirectory = join(directory, 'hosts')
  const ofControllers = join(directory, 'state')
  const parts = stack.move()
  return {
    shape: 'distributed',
    processes: cloud,
    crashPoints: cloud.crashPoints,
    admin,
    signInAgain: (headers) => askForToken(admin, password, headers),
    logs: join(directory, 'logs'),
    recovered: () => cloud.ready(recoveredWithinMs),
    domains: async () => {
      const each = await Promise.all(
        cloud.hosts.map((host) => fakeGuests(join(hostDirectory, host, 'fake-hypervisor'))),
      )
      return each.flat()
    },
    files: async () => [
      ...(await readdir(hostDirectory, { recursive: true })),
      ...(await readdir(ofControllers, { recursive: true })),
      ...(await readdir(temporary.path)).map((name) => `tmp/${name}`),
    ],
    read: (file, bytes) => readStart(join(ofControllers, file), bytes),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
