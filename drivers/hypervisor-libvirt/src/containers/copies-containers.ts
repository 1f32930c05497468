import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopiesDisks } from '@nimbo/compute/driver/copies-disks'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import { convertDisk } from '@nimbo/local-guests/convert-disk'
import { runCommand } from '@nimbo/local-guests/run-command'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { ContainerDeps } from './container-deps.ts'

const syncWithinMs = 120_000

/** Copies root disks. A running container is frozen meanwhile, since its file system is mounted on this host. */
export const copiesContainers = ({
  session,
  domains,
  instancesDir,
}: Pick<ContainerDeps, 'session' | 'domains' | 'instancesDir'>): CopiesDisks => {
  const pathOf = (id: string, name: string): string =>
    join(serverPaths(instancesDir, id).directory, `copy-${name}.qcow2`)
  return {
    copyRootDisk: async (id, name, atThatMoment) => {
      const domain = await domains.get(id)
      const runs = (await domains.power(domain)) === powerStates.running
      const path = pathOf(id, name)
      await rm(path, { force: true })
      if (runs) await session.call(procedures.domainSuspend, { domain })
      try {
        const { rootDisk } = serverPaths(instancesDir, id)
        await atThatMoment(async () => {
          await runCommand('sync', [], syncWithinMs)
          await convertDisk(['-f', 'raw', '-O', 'qcow2', '--', rootDisk, path])
        })
      } finally {
        if (runs) await session.call(procedures.domainResume, { domain })
      }
      return { path, format: 'qcow2' }
    },
    removeCopy: (id, name) => rm(pathOf(id, name), { force: true }),
  }
}
