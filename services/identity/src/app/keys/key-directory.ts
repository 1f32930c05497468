import type { ServiceHost } from '@nimbo/service/service-host'
import { join } from 'node:path'
import type { KeystoneConfig } from '../../config.ts'
import type { JwsDirectories } from './jws-keys.ts'

/** What keys are for. */
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

/** Where keys lie: where the operator says, else in the service's own directory. */
export const keyDirectoryOf = async (
  host: Pick<ServiceHost, 'directory'>,
  config: KeystoneConfig,
  kind: KeyKind,
): Promise<string> => chosenIn(config, kind) ?? host.directory(`${kind}-keys`)

/** Where the keys of signed tokens lie. */
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
