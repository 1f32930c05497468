import type { DeviceType } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Attachment } from '@nimbo/clients/volume'
import type { DiskConnection } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'

type Facts = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The limits that hypervisors enforce, as in Nova, by their names in QoS specs. */
const limited: readonly string[] = [
  ...['total_bytes_sec', 'read_bytes_sec', 'write_bytes_sec'],
  ...['total_iops_sec', 'read_iops_sec', 'write_iops_sec'],
]

/** The limits among the QoS specs of the volume's type; Cinder names those whose consumer is not the back end alone. */
const limitsOf = (specs: unknown): Pick<DiskConnection, 'limits'> => {
  if (typeof specs !== 'object' || specs === null) return {}
  const known = Object.entries(specs).filter(([name]) => limited.includes(name))
  if (known.length === 0) return {}
  return { limits: Object.fromEntries(known.map(([name, value]) => [name, String(value)])) }
}

/**
 * Parses Cinder's `connection_info`: the driver type, with its data beside it or inside `data`. Throws
 * `ConnectionUnsupported` for a type that no hypervisor here supports.
 */
export const diskConnection = (
  attachment: Attachment,
  disk: {
    readonly device: string
    readonly bootIndex?: number | undefined
    readonly diskBus?: string | undefined
    readonly deviceType?: DeviceType | undefined
  },
): DiskConnection => {
  const info = attachment.connection_info
  const data: Facts = { ...info, ...(typeof info.data === 'object' ? (info.data as Facts) : {}) }
  return {
    volumeId: attachment.volume_id,
    attachmentId: attachment.id,
    device: disk.device,
    readOnly: data.access_mode === 'ro',
    ...(data.encrypted === true ? { encrypted: true } : {}),
    ...(data.multiattach === true ? { multiattach: true } : {}),
    ...limitsOf(data.qos_specs),
    ...(disk.bootIndex === undefined || disk.bootIndex < 0 ? {} : { bootIndex: disk.bootIndex }),
    ...(disk.diskBus === undefined ? {} : { bus: disk.diskBus }),
    ...(disk.deviceType === undefined ? {} : { deviceType: disk.deviceType }),
    connection: connectionOf(attachment.volume_id, text(info.driver_volume_type) ?? '', data),
  }
}

const connectionOf = (volumeId: string, type: string, data: Facts): DiskConnection['connection'] => {
  const path = text(data.path) ?? text(data.device_path)
  if ((type === 'file' || type === 'local') && path !== undefined)
    return { type: 'file', path, format: data.format === 'qcow2' ? 'qcow2' : 'raw' }
  const exportName = text(data.export_name) ?? text(data.exportName)
  if (type === 'nbd' && exportName !== undefined) {
    const socket = text(data.socket)
    const host = text(data.host)
    return {
      type: 'nbd',
      exportName,
      ...(socket === undefined ? {} : { socket }),
      ...(host === undefined ? {} : { host }),
      ...(typeof data.port === 'number' ? { port: data.port } : {}),
      ...(data.tls === true ? { tls: true } : {}),
    }
  }
  const ceph = type === 'rbd' ? cephSource(data) : undefined
  if (ceph !== undefined) return ceph
  throw errors.ConnectionUnsupported({ volumeId, type })
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one) => (one === undefined || one === null ? [] : [String(one)])) : []

/** The data of an RBD volume; undefined when something is missing. */
const cephSource = (data: Facts): DiskConnection['connection'] | undefined => {
  const [pool, image] = text(data.name)?.split('/') ?? []
  const [user, secretUuid] = [text(data.auth_username), text(data.secret_uuid)]
  const ports = texts(data.ports)
  const monitors = texts(data.hosts).map((host, at) => ({ host, port: ports[at] ?? '3300' }))
  if (!pool || !image || user === undefined || secretUuid === undefined || monitors.length === 0)
    return undefined
  const conf = text(data.ceph_conf) ?? `/etc/ceph/${text(data.cluster_name) ?? 'ceph'}.conf`
  return { type: 'rbd', pool, image, monitors, user, secretUuid, conf }
}
