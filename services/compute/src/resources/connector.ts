import type { Connector } from '@nimbo/clients/volume'

/** The connector properties of this host, as Cinder needs them. */
export const connectorOf = (host: string, ip: string): Connector => ({
  host,
  ip,
  platform: process.arch === 'arm64' ? 'aarch64' : 'x86_64',
  os_type: process.platform,
  multipath: false,
})
