import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { type MovesServers, powerStates } from '@nimbo/compute/driver/hypervisor'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import type { ServerId } from '@nimbo/kernel/ids'
import { withEverything } from './destroy.ts'
import { asideDirectory, disksIn, serversAside } from './disks-aside.ts'
import type { DriverDeps } from './driver-deps.ts'
import { makeLocalDisks } from './local-disks.ts'
import { powersServers } from './power.ts'
import { serverPaths } from './server-paths.ts'
import { defineDomain, startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'
import { takeDisks } from './take-disks.ts'

const enterable = 0o711

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Moves servers by their files: what is set aside is the server's directory under another name. The host that takes over
 * reads the disks piece by piece, from wherever they are, so hosts need no way to each other's files.
 */
export const movesServers = (deps: DriverDeps): MovesServers => {
  const { domains, session, instancesDir } = deps
  const power = powersServers(deps)
  const unplug = pullThePlug(deps)
  const start = startDomain(deps)
  const define = defineDomain(deps)

  const undefine = async (id: ServerId): Promise<void> => {
    const domain = await domains.find(id)
    if (domain === undefined) return
    await unplug(domain)
    try {
      await session.call(procedures.domainUndefineFlags, { domain, flags: withEverything })
    } catch (error) {
      if (!isLibvirtError(error, errorCodes.noDomain)) throw error
    }
  }

  return {
    setAside: async (id, timeoutSeconds) => {
      const aside = asideDirectory(instancesDir, id)
      if (await isThere(aside)) return
      if ((await domains.find(id)) !== undefined) await power.powerOff(id, timeoutSeconds)
      await undefine(id)
      await rename(serverPaths(instancesDir, id).directory, aside)
    },
    aside: (id) => disksIn(asideDirectory(instancesDir, id)),
    listAside: () => serversAside(instancesDir),
    takeOver: async (disks, { order, running, plugged }) => {
      const paths = serverPaths(instancesDir, order.id)
      const existing = await domains.find(order.id)
      if (existing && (await domains.power(existing)) === powerStates.running) return
      if (existing) await unplug(existing)
      await mkdir(paths.directory, { recursive: true, mode: enterable })
      await takeDisks(disks, order, paths.directory)
      // Disks that the new flavor has and the old one had not.
      await makeLocalDisks(order, paths)
      if (running) await start(order, plugged)
      else await define(order)
    },
    bringBack: async (order, running) => {
      const { directory } = serverPaths(instancesDir, order.id)
      const aside = asideDirectory(instancesDir, order.id)
      if (await isThere(aside)) {
        await undefine(order.id)
        await rm(directory, { recursive: true, force: true })
        await rename(aside, directory)
        for (const name of await readdir(directory))
          if (name.startsWith('whole.qcow2')) await rm(`${directory}/${name}`)
      }
      if (running) await power.powerOn(order)
      else if ((await domains.find(order.id)) === undefined) await define(order)
    },
    forgetAside: (id) => rm(asideDirectory(instancesDir, id), { recursive: true, force: true }),
    abandon: async (id) => {
      await undefine(id)
      await rm(serverPaths(instancesDir, id).directory, { recursive: true, force: true })
    },
  }
}
