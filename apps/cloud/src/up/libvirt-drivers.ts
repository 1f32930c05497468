import { hostname } from 'node:os'
import { join } from 'node:path'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { libvirtHypervisor } from '@nimbo/hypervisor-libvirt/libvirt-hypervisor'
import { linuxbridgeAgent } from '@nimbo/network-linuxbridge/linuxbridge-agent'
import type { Drivers } from '../cloud.ts'
import { type Ground, storageDrivers } from './storage-drivers.ts'

const socketPath = '/var/run/libvirt/libvirt-sock'

/** Makes sure that libvirtd answers, starting it where no init system does; resolves to its socket. */
export const startLibvirt = async ({ state, log }: Ground): Promise<string> => {
  await ensureLibvirtd({ socketPath, stateDir: await state.directory('libvirt'), log })
  return socketPath
}

/** Drivers of a cloud whose servers are QEMU guests on this machine. */
export const libvirtDrivers = async (ground: Ground, socketPath: string): Promise<Drivers> => {
  const { state, clock, log } = ground
  const driver = libvirtHypervisor({
    socketPath,
    uri: 'qemu:///system',
    instancesDir: await state.directory('instances', 0o711),
    stateDir: state.path,
    virtType: 'auto',
    clock,
    log: log.child({ service: 'nova-compute' }),
  })
  const network = linuxbridgeAgent({
    stateDir: join(await state.directory('network', 0o711), 'linuxbridge'),
    clock,
    log: log.child({ service: 'neutron-linuxbridge-agent' }),
  })
  return { ...(await storageDrivers(ground)), hypervisors: [{ host: hostname(), driver }], network }
}
