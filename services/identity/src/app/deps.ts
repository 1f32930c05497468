import type { InvalidatedTokens } from '@nimbo/http/filters/invalidated-tokens'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Tracer } from '@nimbo/trace/tracer'
import type { Kysely } from 'kysely'
import type { KeystoneConfig } from '../config.ts'
import type { Stores } from '../db/stores.ts'
import type { IdentityTables } from '../db/tables.ts'
import type { Notices } from './notices.ts'
import type { CredentialVault } from './keys/credential-vault.ts'
import type { KeyRing } from './keys/key-repository.ts'
import type { ReceiptCodec } from './receipts.ts'
import type { TokenCodec } from '../resources/token/token-codec.ts'

/** The dependencies of identity's use cases. */
export interface Deps {
  readonly db: Kysely<IdentityTables>
  readonly stores: Stores
  readonly codec: TokenCodec
  readonly receipts: ReceiptCodec
  readonly vault: CredentialVault
  /** Encrypts what is kept in browser cookies for the duration of a login. */
  readonly browserKeys: KeyRing
  readonly clock: Clock
  /** Sends notifications about changes. */
  readonly notices: Notices
  readonly tracer: Tracer
  readonly config: KeystoneConfig
  readonly log: Log
  /** Publishes that these tokens may be invalid, so that all services drop them from their caches. */
  readonly tellInvalidated: (tokens: InvalidatedTokens) => Promise<void>
}
