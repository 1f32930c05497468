import type { Connector } from '@nimbo/clients/volume'

/** This host as the volume service must know it to export volumes to it. */
export const connectorOf = (host: string, ip: string): Connector => ({
  host,
  ip,
  platform: process.arch === 'arm64' ? 'aarch64' : 'x86_64',
  os_type: process.platform,
  multipath: false,
})
