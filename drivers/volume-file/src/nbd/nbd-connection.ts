import type { VolumeConnection } from '@nimbo/volume/driver/volume-backend'
import type { DiskNode } from '@nimbo/volume-content/disk-node'

/** Data of a connection of type `nbd`: an export at a socket of this host, or at another host. */
export interface NbdConnection {
  readonly exportName: string
  readonly server:
    | { readonly type: 'unix'; readonly path: string }
    | { readonly type: 'inet'; readonly host: string; readonly port: string }
  readonly tls: boolean
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Parses connection data of type `nbd`; undefined for other types. */
export const nbdConnection = ({ driver_volume_type, data }: VolumeConnection): NbdConnection | undefined => {
  const [exportName, path, host] = [text(data.export_name), text(data.socket), text(data.host)]
  if (driver_volume_type !== 'nbd' || exportName === undefined) return undefined
  if (path !== undefined) return { exportName, server: { type: 'unix', path }, tls: false }
  if (host === undefined) return undefined
  return { exportName, server: { type: 'inet', host, port: String(data.port) }, tls: data.tls === true }
}

interface NbdSource {
  readonly disk: DiskNode
  /** Arguments of QEMU's programs that define the credentials which the disk refers to. */
  readonly objects: readonly string[]
}

/** The export as QEMU's programs open it. `certificates` is a directory with QEMU's names. */
export const nbdSource = (
  { exportName, server, tls }: NbdConnection,
  certificates: string | undefined,
): NbdSource => {
  if (tls && certificates === undefined)
    throw new Error('the volume is exported with TLS, and nbd_tls_x509_cert_dir is not set here')
  const credentials = { 'qom-type': 'tls-creds-x509', id: 'tls', dir: certificates, endpoint: 'client' }
  return {
    disk: { driver: 'nbd', server, export: exportName, ...(tls ? { 'tls-creds': 'tls' } : {}) },
    objects: tls ? ['--object', JSON.stringify({ ...credentials, 'verify-peer': true })] : [],
  }
}
