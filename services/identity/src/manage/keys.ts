import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { type KeyKind, keyDirectoryOf } from '../app/keys/key-directory.ts'
import { openKeyRepository, rotateKeys } from '../app/keys/key-repository.ts'
import { type KeystoneConfig, keystoneOptions } from '../config.ts'
import type { IdentityTables } from '../db/tables.ts'
import { identityMigrations } from '../migrations.ts'
import { migrateCredentials, sealedByOthers } from './migrate-credentials.ts'

type Managed = Parameters<ServiceCommand['run']>[1]

const sealedWhat: Record<KeyKind, string> = {
  fernet: 'tokens',
  receipt: 'receipts of multi-factor logins',
  credential: 'credentials',
}

/** Keystone's fixed number of active credential keys: staged, primary and the previous primary. */
const mostCredentialKeys = 3

const mostActive = ({ fernet_tokens, fernet_receipts }: KeystoneConfig, kind: KeyKind): number => {
  switch (kind) {
    case 'fernet':
      return fernet_tokens.max_active_keys
    case 'receipt':
      return fernet_receipts.max_active_keys
    case 'credential':
      return mostCredentialKeys
  }
}

const openBooks = async (managed: Managed) =>
  managed.databases().openDatabase<IdentityTables>('keystone', identityMigrations)

/** Throws if a credential is still encrypted with an older key: after two more rotations it could not be decrypted. */
const refuseUnmigrated = async (managed: Managed, directory: string): Promise<void> => {
  const left = await sealedByOthers(await openBooks(managed), await openKeyRepository(directory))
  if (left > 0)
    throw new UserError(
      `${left} credentials are sealed by an older key; run "nimbo manage credential migrate" first`,
    )
}

const setup = (kind: KeyKind): ServiceCommand => ({
  name: `${kind} setup`,
  summary: `Creates the first keys for ${sealedWhat[kind]}, if missing.`,
  options: {},
  run: async (_, managed, say) => {
    const directory = await keyDirectoryOf(managed, managed.read(keystoneOptions), kind)
    await openKeyRepository(directory)
    say(`There are keys in ${directory}.\n`)
    return 0
  },
})

const rotate = (kind: KeyKind): ServiceCommand => ({
  name: `${kind} rotate`,
  summary: `Adds a key for ${sealedWhat[kind]}, and deletes the oldest.`,
  details: 'Running processes read the new keys within a minute.',
  options: {},
  run: async (_, managed, say) => {
    const config = managed.read(keystoneOptions)
    const directory = await keyDirectoryOf(managed, config, kind)
    if (kind === 'credential') await refuseUnmigrated(managed, directory)
    await rotateKeys(directory, mostActive(config, kind))
    say(`The keys in ${directory} have been rotated.\n`)
    return 0
  },
})

const migrate: ServiceCommand = {
  name: 'credential migrate',
  summary: 'Encrypts all credentials again with the newest key, after a rotation.',
  options: {},
  run: async (_, managed, say) => {
    const directory = await keyDirectoryOf(managed, managed.read(keystoneOptions), 'credential')
    const { clock } = managed.databases()
    const count = await migrateCredentials(
      await openBooks(managed),
      await openKeyRepository(directory),
      clock,
    )
    say(`${count} credentials have been sealed anew.\n`)
    return 0
  },
}

/** The commands for the keys of receipts and credentials. */
export const keyCommands: readonly ServiceCommand[] = [
  ...[setup('receipt'), rotate('receipt')],
  ...[setup('credential'), rotate('credential'), migrate],
]

export const setUpFernetKeys = setup('fernet')
export const rotateFernetKeys = rotate('fernet')
