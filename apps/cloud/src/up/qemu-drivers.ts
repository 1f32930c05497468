import { hostname } from 'node:os'
import { qemuHypervisor, sshConfigIn } from '@nimbo/hypervisor-qemu/qemu-hypervisor'
import { userNetworkDriver } from '@nimbo/network-user/user-network'
import type { Drivers } from '../drivers.ts'
import type { StateDirectory } from '../state-directory.ts'
import { type Ground, storageDrivers } from './storage-drivers.ts'

const instances = 'instances'

/** The file by which `ssh -F` gets to guests of plain QEMU. */
export const sshConfigOf = (state: Pick<StateDirectory, 'file'>): string => sshConfigIn(state.file(instances))

/** Drivers of a cloud whose servers are QEMU guests on this machine, whoever it runs as. */
export const qemuDrivers = async (ground: Ground): Promise<Drivers> => {
  const { state, clock, log } = ground
  const driver = qemuHypervisor({
    instancesDir: await state.directory(instances),
    stateDir: state.path,
    clock,
    log: log.child({ service: 'nova-compute' }),
  })
  return {
    ...(await storageDrivers(ground)),
    hypervisors: [{ host: hostname(), driver }],
    network: userNetworkDriver(),
  }
}
