import { hostname } from 'node:os'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { libvirtHypervisor } from '@nimbo/hypervisor-libvirt/libvirt-hypervisor'
import { linuxbridgeDriver } from '@nimbo/network-linuxbridge/network-linuxbridge'
import { publicDevice } from '@nimbo/network-linuxbridge/public-link'
import type { Drivers } from '../drivers.ts'
import { securityLogIn } from '../security-log-in.ts'
import { publicPhysicalNetwork } from './public-addresses.ts'
import { type DriverDeps, storageDrivers } from './storage-drivers.ts'

/**
 * Ensures that libvirtd runs, and starts it where no init system does; resolves to a function that stops it again. Guests keep
 * running without it.
 */
export const startLibvirt = async ({ state, log, clock }: DriverDeps): Promise<() => Promise<void>> =>
  ensureLibvirtd({ stateDir: await state.directory('libvirt'), log, clock })

/** The drivers of a cloud whose servers are libvirt guests on this machine. */
export const libvirtDrivers = async (deps: DriverDeps): Promise<Drivers> => {
  const { state, clock, log } = deps
  const driver = libvirtHypervisor({
    instancesDir: await state.directory('instances', 0o711),
    stateDir: state.path,
    virtType: 'auto',
    spice: { listen: '127.0.0.1', reachedAt: '127.0.0.1', agent: true, requireSecure: false },
    serial: { address: '127.0.0.1', ports: { first: 10_000, last: 19_999 } },
    clock,
    log: log.child({ service: 'nova-compute' }),
  })
  return {
    ...(await storageDrivers(deps)),
    hypervisors: [{ host: hostname(), driver }],
    network: linuxbridgeDriver({
      cloud: state.path,
      securityLog: securityLogIn(state.path),
      physicalDevices: { [publicPhysicalNetwork]: publicDevice({ cloud: state.path }) },
    }),
  }
}
