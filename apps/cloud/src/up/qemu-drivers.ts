import { hostname } from 'node:os'
import { qemuHypervisor, sshConfigIn } from '@nimbo/hypervisor-qemu/qemu-hypervisor'
import { userNetworkDriver } from '@nimbo/network-user/user-network'
import type { Drivers } from '../drivers.ts'
import type { StateDirectory } from '../state-directory.ts'
import { type DriverDeps, storageDrivers } from './storage-drivers.ts'

const instances = 'instances'

/** The file for `ssh -F` with which guests of plain QEMU are reached. */
export const sshConfigOf = (state: Pick<StateDirectory, 'file'>): string => sshConfigIn(state.file(instances))

/** The drivers of a cloud whose servers are QEMU guests on this machine, as any user. */
export const qemuDrivers = async (deps: DriverDeps): Promise<Drivers> => {
  const { state, clock, log } = deps
  const driver = qemuHypervisor({
    instancesDir: await state.directory(instances),
    stateDir: state.path,
    clock,
    log: log.child({ service: 'nova-compute' }),
  })
  return {
    ...(await storageDrivers(deps)),
    hypervisors: [{ host: hostname(), driver }],
    network: userNetworkDriver(),
  }
}
