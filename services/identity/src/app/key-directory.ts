import type { ServiceHost } from '@nimbo/service/service-host'
import type { KeystoneConfig } from '../config.ts'

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
