import { qemuNodeOf } from '@nimbo/ceph/ceph-access'
import { rbdConnection } from '@nimbo/ceph/connection'
import type { VolumeConnection } from '@nimbo/volume/driver/volume-backend'
import { type DiskNode, fileNode } from '@nimbo/volume-content/disk-node'
import { nbdConnection, nbdSource } from './nbd/nbd-connection.ts'

interface ConnectedSource {
  readonly disk: DiskNode
  readonly objects: readonly string[]
  /** The path, if the volume is a file on this host. */
  readonly path?: string
}

/** A volume that a back end has exported to this host, as QEMU's programs open it. */
export const connectedSource = (
  connection: VolumeConnection,
  certificates: string | undefined,
): ConnectedSource => {
  const ceph = rbdConnection(connection)
  if (ceph !== undefined) return { disk: qemuNodeOf(ceph.access, ceph.image), objects: [] }
  const nbd = nbdConnection(connection)
  if (nbd !== undefined) return nbdSource(nbd, certificates)
  const { driver_volume_type: type, data } = connection
  if (type !== 'file') throw new Error(`a volume of files cannot be read from a connection of type ${type}`)
  const path = String(data.device_path)
  return { disk: fileNode(path), objects: [], path }
}
