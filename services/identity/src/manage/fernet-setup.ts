import type { ServiceHost } from '@nimbo/service/service-host'
import { keyDirectoryOf } from '../app/key-directory.ts'
import { openKeyRepository } from '../app/key-repository.ts'
import type { KeystoneConfig } from '../config.ts'

/** Fills the key repository where it is empty, else leaves it as it is; resolves to its directory. */
export const setUpFernetKeys = async (
  host: Pick<ServiceHost, 'directory'>,
  config: KeystoneConfig,
): Promise<string> => {
  const directory = await keyDirectoryOf(host, config, 'fernet')
  await openKeyRepository(directory)
  return directory
}
