import { access } from 'node:fs/promises'
import { powerStates, type SpawnOrder, type Spawns } from '@nimbo/compute/driver/hypervisor'
import { createFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import { diskLayout } from '@nimbo/local-guests/disk-layout'
import { errors } from '@nimbo/local-guests/errors'
import { type ServerPaths, serverPaths } from '@nimbo/local-guests/server-paths'
import { readDeviceAddresses } from './device-addresses.ts'
import { domainXml } from './domain-xml.ts'
import type { DriverDeps } from './driver-deps.ts'
import { ensureBridges } from './ensure-bridge.ts'
import { needsRoot } from './guest-user.ts'
import { withMachineType } from './machine-type.ts'
import { serialNumber } from './serial-number.ts'

/**
 * Starting QEMU takes long on a loaded host, and so does defining a domain while libvirtd probes QEMU's capabilities. A shorter
 * timeout is worse: nothing would undo what libvirt does after it.
 */
const startTimeoutMs = 120_000

const filesOf = (order: SpawnOrder, paths: ServerPaths): readonly string[] =>
  diskLayout(order, paths).flatMap(({ source }) => (source.type === 'file' ? [source.path] : []))

const socketsOf = (order: SpawnOrder, paths: ServerPaths): readonly string[] =>
  diskLayout(order, paths).flatMap(({ source }) =>
    source.type === 'nbd' && source.socket !== undefined ? [source.socket] : [],
  )

/** Whether QEMU must run as root, since its own user could not access the server's files. */
export const runsAsRoot = async (order: SpawnOrder, paths: ServerPaths): Promise<boolean> =>
  (
    await Promise.all([paths.directory, ...filesOf(order, paths), ...socketsOf(order, paths)].map(needsRoot))
  ).includes(true)

/** Defines the domain again from the order; it stays powered off. */
export const defineDomain =
  ({ session, instancesDir, virtType, vnc, spice, serialPorts, guests }: DriverDeps) =>
  async (ordered: SpawnOrder) => {
    const order = withMachineType(ordered, guests)
    const paths = serverPaths(instancesDir, order.id)
    for (const path of filesOf(order, paths)) await access(path)
    const asRoot = await runsAsRoot(order, paths)
    await ensureBridges(order.vifs)
    const graphics = { vncListen: vnc.listen, spice: await spice() }
    const serial = await serialNumber(guests.serial, { id: order.id, session })
    const served = await serialPorts?.choose(order)
    const around = { paths, ...graphics, served, guests, serial, virtType: await virtType(), asRoot }
    const xml = domainXml(order, around)
    const timeout = { timeoutMs: startTimeoutMs }
    return (await session.call(procedures.domainDefineXmlFlags, { xml, flags: 0 }, timeout)).domain
  }

/**
 * Defines the domain again from the order, starts it paused, resumes it once `plugged` has resolved, and checks that it runs. The
 * taps exist when `plugged` is called. `addressed` gets the addresses of its devices while it is defined and still off. The domain
 * must not be running.
 */
export const startDomain = (deps: DriverDeps) => {
  const { session, domains } = deps
  const define = defineDomain(deps)
  return async (
    order: SpawnOrder,
    plugged: () => Promise<void> = async () => {},
    addressed?: Parameters<Spawns['spawn']>[2],
  ): Promise<void> => {
    const timeout = { timeoutMs: startTimeoutMs }
    const domain = await define(order)
    await addressed?.(readDeviceAddresses(await domains.xml(domain, 'inactive')))
    const startPaused = { domain, flags: createFlags.paused | createFlags.forceBoot }
    await session.call(procedures.domainCreateWithFlags, startPaused, timeout)
    await plugged()
    await session.call(procedures.domainResume, { domain })
    if (!(await domains.reaches(domain, powerStates.running, 10_000)))
      throw errors.InstancePowerOnFailure({
        instanceId: order.id,
        reason: 'the domain stopped at once',
      })
  }
}
