import type { ServiceHost } from '@nimbo/service/service-host'
import type { KeystoneConfig } from '../config.ts'

/** Where the keys of tokens lie: where the operator says, else in the service's own directory. */
export const keyDirectoryOf = async (
  host: Pick<ServiceHost, 'directory'>,
  { fernet_tokens }: KeystoneConfig,
): Promise<string> => fernet_tokens.key_repository ?? host.directory('fernet-keys')
