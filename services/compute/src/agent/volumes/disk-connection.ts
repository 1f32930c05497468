import type { Attachment } from '@nimbo/clients/volume'
import type { DiskConnection } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'

type Facts = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * How the host reaches an attached volume, from what the volume service said: the driver's type, and its data beside it
 * or inside `data`. Throws `ConnectionUnsupported` for a type that no hypervisor here knows.
 */
export const diskConnection = (
  attachment: Attachment,
  disk: {
    readonly device: string
    readonly bootIndex?: number | undefined
    readonly diskBus?: string | undefined
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
    ...(disk.bootIndex === undefined || disk.bootIndex < 0 ? {} : { bootIndex: disk.bootIndex }),
    ...(disk.diskBus === undefined ? {} : { bus: disk.diskBus }),
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
    }
  }
  throw errors.ConnectionUnsupported({ volumeId, type })
}
