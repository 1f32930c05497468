import type { ServiceHost } from '@nimbo/service/service-host'
import { keyDirectoryOf } from '../app/key-directory.ts'
import { rotateKeys } from '../app/key-repository.ts'
import type { KeystoneConfig } from '../config.ts'

/**
 * Makes the staged key the one that seals, and drops what is more than `max_active_keys`; resolves to the directory.
 * Running processes take the new key up by themselves.
 */
export const rotateFernetKeys = async (
  host: Pick<ServiceHost, 'directory'>,
  config: KeystoneConfig,
): Promise<string> => {
  const directory = await keyDirectoryOf(host, config, 'fernet')
  await rotateKeys(directory, config.fernet_tokens.max_active_keys)
  return directory
}
