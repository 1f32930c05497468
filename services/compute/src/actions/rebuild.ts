import type { Attachment } from '@nimbo/clients/volume'
import type { HostedDisk } from '@nimbo/contracts/compute-rpc/hosted-server'
import { nameAddresses } from '../agent/reported-addresses.ts'
import { makeConfigDrive } from '../agent/builds/make-config-drive.ts'
import { toldMachineType } from '../agent/builds/told-machine-type.ts'
import { preparedServer } from '../agent/builds/prepared-server.ts'
import { reimageVolume } from '../agent/volumes/reimage-volume.ts'
import { rootDevice } from '../domain/block-devices/device-names.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'
import { reachStep } from './reach-step.ts'

const withAttachment = (disk: HostedDisk, { id, volume_id: volumeId }: Attachment): HostedDisk =>
  disk.volumeId === volumeId ? { ...disk, attachmentId: id } : disk

/**
 * Destroys the domain and its disks on this host and creates them again; ports stay bound and volumes stay exported,
 * except for a root volume that gets another image.
 * The database already describes the rebuilt server, so repeating this gives the same result.
 */
export const rebuild: HostWork<'rebuild'> =
  (deps) =>
  async (ctx, server, { stopped, reimage }) => {
    const { hypervisor } = deps
    const reach = reachStep(deps, 'rebuild', server.id)
    await reach(ctx, 'rebuild_block_device_mapping')
    await hypervisor.spawning.destroy(server.id)
    const root = reimage && (await reimageVolume(deps)(ctx, server, reimage))
    const disks = root ? server.disks.map((disk) => withAttachment(disk, root)) : server.disks
    const ports = await serverPorts(deps.network, ctx, server)
    await makeConfigDrive(deps)(ctx, server, ports)
    const { order } = await preparedServer(deps)(ctx, { ...server, disks })
    await reach(ctx, 'rebuild_spawning')
    await hypervisor.spawning.spawn(order, async () => {}, nameAddresses(deps)(ctx, server, ports))
    if (stopped) await hypervisor.power.powerOff(server.id, 0)
    const machine = toldMachineType(deps, server)
    if (root === undefined) return machine
    const device = disks.find(({ attachmentId }) => attachmentId === root.id)?.deviceName ?? rootDevice
    return { ...machine, disk: { device, attachmentId: root.id, connectionInfo: root.connection_info } }
  }
