import type { ServiceHost } from '@nimbo/service/service-host'
import { join } from 'node:path'
import type { KeystoneConfig } from '../../config.ts'
import type { JwsDirectories } from './jws-keys.ts'

/** The key repositories: for tokens, auth receipts and credentials. */
export type KeyKind = 'fernet' | 'receipt' | 'credential'

const chosenIn = (config: KeystoneConfig, kind: KeyKind): string | undefined => {
  switch (kind) {
    case 'fernet':
      return config.fernet_tokens.key_repository
    case 'receipt':
      return config.fernet_receipts.key_repository
    case 'credential':
      return config.credential.key_repository
  }
}

/** The configured `key_repository`, or a directory below the service's own. */
export const keyDirectoryOf = async (
  host: Pick<ServiceHost, 'directory'>,
  config: KeystoneConfig,
  kind: KeyKind,
): Promise<string> => chosenIn(config, kind) ?? host.directory(`${kind}-keys`)

/** The configured JWS key repositories, or directories below the service's own. */
export const jwsDirectoriesOf = async (
  host: Pick<ServiceHost, 'directory'>,
  { jwt_tokens }: KeystoneConfig,
): Promise<JwsDirectories> => {
  const own = await host.directory('jws-keys')
  return {
    privateKeys: jwt_tokens.jws_private_key_repository ?? join(own, 'private'),
    publicKeys: jwt_tokens.jws_public_key_repository ?? join(own, 'public'),
  }
}
