import { hostname } from 'node:os'
import { createApi } from '@nimbo/http/api'
import type { ValidateToken } from '@nimbo/http/filters/authtoken'
import { reconciler } from '@nimbo/durable/reconciler'
import { isFault } from '@nimbo/kernel/errors'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { notifyingService } from '@nimbo/service/notifying-service'
import { tracer } from '@nimbo/trace/tracer'
import { faultEnvelope, invalidMessage } from '../api/fault-envelope.ts'
import { apiPaste } from '../api-paste.ts'
import { credentialVault } from '../app/keys/credential-vault.ts'
import { receiptCodec } from '../app/receipts.ts'
import type { Deps } from '../app/deps.ts'
import { createIdentityApp, type IdentityApp } from '../app/identity-app.ts'
import { jwsDirectoriesOf, type KeyKind, keyDirectoryOf } from '../app/keys/key-directory.ts'
import { openKeyRepository } from '../app/keys/key-repository.ts'
import { notices } from '../app/notices.ts'
import { type TokenCodec, tokenCodec } from '../resources/token/token-codec.ts'
import { tokenIdentity } from '../resources/token/token-identity.ts'
import type { KeystoneConfig } from '../config.ts'
import { identityMigrations } from '../migrations.ts'
import { storesOf } from '../db/stores.ts'
import type { IdentityTables } from '../db/tables.ts'
import { errors } from '../errors.ts'
import { identityEnforcer } from '../policies.ts'

export interface KeystoneOptions {
  readonly config: KeystoneConfig
}

/** Keystone validates tokens for its own API directly, without REST. */
const ownValidator =
  (app: IdentityApp): ValidateToken =>
  async (_, token) => {
    try {
      return tokenIdentity(await app.tokens.validate(token))
    } catch (error) {
      if (isFault(error, 'NotThere')) return undefined
      throw error
    }
  }

/** The token codec of the configured `[token] provider`. */
const codecOf = async (host: ServiceHost, config: KeystoneConfig): Promise<TokenCodec> => {
  if (config.token.provider === 'fernet')
    return tokenCodec(await openKeyRepository(await keyDirectoryOf(host, config, 'fernet')), host.clock)
  const { jwsTokenCodec } = await import('../resources/token/jws-codec.ts')
  return jwsTokenCodec(await jwsDirectoriesOf(host, config), host.clock)
}

/**
 * Starts the identity API. Several processes can share a database and a key repository. Initial records are created by
 * `manage/bootstrap`; missing keys are created here.
 */
export const startKeystone = async (
  host: ServiceHost,
  { config }: KeystoneOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<IdentityTables>('keystone', identityMigrations)
  const ring = async (of: KeyKind) => openKeyRepository(await keyDirectoryOf(host, config, of))
  const { notification_format: format, notification_opt_out: optedOut } = config.DEFAULT
  const notifications = await openNotifications(host, {
    config,
    host: hostname(),
    silences: (eventType) => optedOut.includes(eventType),
  })
  notifications.sendFrom(db)
  const stores = storesOf(db)
  const receiptKeys = await ring('receipt')
  const { notifier } = notifications
  const deps: Deps = {
    db,
    stores,
    notices: notices({ db, stores, clock: host.clock, notifier, format, optedOut }),
    codec: await codecOf(host, config),
    receipts: receiptCodec(receiptKeys, host.clock),
    browserKeys: receiptKeys,
    vault: credentialVault(await ring('credential'), host.clock.now),
    clock: host.clock,
    tracer: tracer('keystone', host.spans),
    config,
    log: host.log,
    tellInvalidated: host.tokenInvalidations.tell,
  }
  const app = createIdentityApp(deps)
  const api = createApi({
    name: 'identity',
    routes: async () => (await import('../api/routes.ts')).routes,
    repeatedNames: 'kept',
    noBody: () => ({}),
    app,
    authorizer: identityEnforcer(host.override('keystone', 'policy.yaml')),
    tracer: deps.tracer,
    forbidden: (rule) => errors.Forbidden({ action: rule }),
    invalid: invalidMessage,
  })
  const handler = serveApi(host, {
    service: 'keystone',
    paste: apiPaste,
    main: 'keystone',
    apps: { service_v3: api },
    described: async () => (await import('../api/described.ts')).described,
    tracer: deps.tracer,
    validateToken: ownValidator(app),
    faults: {
      envelope: faultEnvelope(host.identityUri),
      unexpected:
        'An unexpected error prevented the server from fulfilling your request. Contact your administrator.',
    },
  })
  const purge = reconciler({
    name: 'purge-expired',
    everyMs: config.DEFAULT.purge_interval * 1000,
    clock: host.clock,
    log: host.log,
    run: app.purgeExpired,
  })
  const telling = notifyingService(handler, notifications)
  return {
    ...telling,
    begin: async () => {
      await telling.begin()
      purge.start()
    },
    settled: async () => {
      await purge.idle()
      await telling.settled()
    },
    stop: async () => {
      await purge.stop()
      await telling.stop()
    },
  }
}
