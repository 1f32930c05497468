import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { VolumeConnection } from '@nimbo/volume/driver/volume-backend'

const copyMs = 3_600_000

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

/** Copies an exported volume to an existing sparse file. `certificates` is a directory with QEMU's names. */
export const copyFromNbd = async (
  { exportName, server, tls }: NbdConnection,
  target: string,
  certificates: string | undefined,
): Promise<void> => {
  if (tls && certificates === undefined)
    throw new Error('the volume is exported with TLS, and nbd_tls_x509_cert_dir is not set here')
  const credentials = { 'qom-type': 'tls-creds-x509', id: 'tls', dir: certificates, endpoint: 'client' }
  const source = { driver: 'nbd', server, export: exportName, ...(tls ? { 'tls-creds': 'tls' } : {}) }
  const args = ['convert', '-q', '-n', '--target-is-zero', '-O', 'raw']
  const secured = tls ? ['--object', JSON.stringify({ ...credentials, 'verify-peer': true })] : []
  const copying = [...args, ...secured, `json:${JSON.stringify({ driver: 'raw', file: source })}`, target]
  await promisify(execFile)('qemu-img', copying, { timeout: copyMs, killSignal: 'SIGKILL' })
}
