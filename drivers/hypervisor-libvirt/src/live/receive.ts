import { dirname } from 'node:path'
import type { MigratesLive, SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import { diskLayout } from '@nimbo/local-guests/disk-layout'
import { makeLocalDisks } from '@nimbo/local-guests/local-disks'
import { isOfAnotherHost, makeServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { cpuTuneElement, vcpuElement } from '../cpu-xml.ts'
import { sourceElement } from '../disk-xml.ts'
import type { DriverDeps } from '../driver-deps.ts'
import { ensureBridges } from '../ensure-bridge.ts'
import { numaTuneElement } from '../numa-xml.ts'
import { runsAsRoot } from '../start-domain.ts'
import { renderXml } from '../xml.ts'
import type { Landing } from './landing.ts'
import type { LiveMigrationOptions } from './live-options.ts'

/** Where the guest is to run in this host's NUMA cells. */
const tuningOf = (order: SpawnOrder): string[] =>
  [cpuTuneElement(order), numaTuneElement(order)].flatMap((found) =>
    found === undefined ? [] : [renderXml(found).trim()],
  )

/**
 * Prepares a host for a guest: creates disks of the same size, onto which the content is copied, and bridges for its interfaces;
 * libvirt creates the rest. With shared storage the guest's disks are already there.
 */
export const receiveGuest =
  (deps: DriverDeps, options: LiveMigrationOptions): MigratesLive['receive'] =>
  async (order) => {
    const { session, instancesDir, host, vnc } = deps
    const spice = await deps.spice()
    const paths = serverPaths(instancesDir, order.id)
    const shared = await isOfAnotherHost(paths.directory, host)
    if (!shared) {
      await makeServerDirectory(paths.directory, host)
      await makeLocalDisks(order, paths)
    }
    await ensureBridges(order.vifs)
    const served = await deps.serialPorts?.choose(order)
    const disks = diskLayout(order, paths).map(({ target, source }) => ({
      ...{ target, source: renderXml(sourceElement(source)) },
      comes: !shared && source.type === 'file' && dirname(source.path) === paths.directory,
    }))
    const { hostname } = await session.call(procedures.connectGetHostname, undefined)
    return {
      address: options.inboundAddress ?? hostname,
      ...{ directory: paths.directory, vncListen: vnc.listen, disks },
      ...(spice === undefined ? {} : { spiceListen: spice.listen }),
      ...(served === undefined ? {} : { served: { ...served } }),
      ...{ vcpu: renderXml(vcpuElement(order)) },
      ...(order.numa === undefined ? {} : { tuning: tuningOf(order) }),
      ...{ asRoot: await runsAsRoot(order, paths), shared },
    } satisfies Landing
  }
