import type { GuestDisk } from '@nimbo/local-guests/disk-layout'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import { diskId } from './disk-devices.ts'

/** The path of the device in front of a block node: for a virtio disk, QEMU limits a part of the device that has no id. */
const deviceBefore = async (qmp: QmpConnection, node: string): Promise<string> => {
  const listed = read.list(await qmp.execute('query-block'), 'block devices')
  const found = listed
    .map((one) => read.object(one, 'a block device'))
    .find(({ inserted }) => inserted !== undefined && read.object(inserted, 'inserted')['node-name'] === node)
  return read.text(found?.qdev, `the device of ${node}`)
}

/**
 * Limits what the guest may read and write on the disk of a volume, as the QoS specs of the volume's type say. QEMU refuses a total
 * beside a limit for reads or writes alone. Idempotent.
 */
export const limitDisk = async (qmp: QmpConnection, disk: GuestDisk): Promise<void> => {
  const { limits } = disk
  if (limits === undefined) return
  const limit = (name: string): number => Number(limits[name] ?? 0)
  await qmp.execute('block_set_io_throttle', {
    id: await deviceBefore(qmp, diskId(disk)),
    bps: limit('total_bytes_sec'),
    bps_rd: limit('read_bytes_sec'),
    bps_wr: limit('write_bytes_sec'),
    iops: limit('total_iops_sec'),
    iops_rd: limit('read_iops_sec'),
    iops_wr: limit('write_iops_sec'),
  })
}
