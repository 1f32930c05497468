import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { fakeGuests } from '@nimbo/testkit/fake-guests'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import { askForToken } from './asking.ts'
import type { DistributedFaultCloud } from './fault-cloud.ts'
import { readStart } from './read-start.ts'

const recoveredWithinMs = 60_000

/** Every role a process, three make-believe hosts, two conductors; each process is started again whenever it falls. */
export const startDistributedFaultCloud = async (): Promise<DistributedFaultCloud> => {
  const cloud = await startDistributedCloud({
    ...{ hostsPerCell: 3, conductors: 2, crashPoints: true, severableHosts: true },
  })
  const { identityUrl, adminPassword: password, directory } = cloud
  const admin = await signInByCatalog(identityUrl, { username: 'admin', password, project: 'admin' })
  const hostDirectory = join(directory, 'hosts')
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
    files: () => readdir(hostDirectory, { recursive: true }),
    read: (file, bytes) => readStart(join(hostDirectory, file), bytes),
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}
