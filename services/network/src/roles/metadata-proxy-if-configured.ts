import type { ServiceHost } from '@nimbo/service/service-host'
import type { MetadataSockets } from '../agent/metadata-sockets.ts'
import type { NeutronConfig } from '../config.ts'

/**
 * Opens the metadata proxy of a host; undefined without `metadata_proxy_shared_secret`, because Nova could not tell the
 * proxy's headers from a guest's.
 */
export const metadataProxyIfConfigured = async (
  host: Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'transport'>,
  config: NeutronConfig,
): Promise<MetadataSockets | undefined> => {
  const {
    metadata_proxy_shared_secret: secret,
    enable_metadata_proxy,
    enable_isolated_metadata,
  } = config.DEFAULT
  if (secret === '' || !(enable_metadata_proxy || enable_isolated_metadata)) return undefined
  return (await import('./open-metadata-proxy.ts')).openMetadataProxy(host, config)
}
