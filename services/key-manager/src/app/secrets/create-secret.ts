import type { NewSecret } from '@nimbo/contracts/key-manager/secrets'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { KeyApp } from '../key-app.ts'
import { refuseOverQuota } from '../quotas.ts'
import { readExpiration, readPayload } from './new-secret.ts'
import { storeSecret } from './store-secret.ts'

/** Creates a secret; resolves to its id. */
export const createSecret =
  (app: KeyApp) =>
  async (ctx: Context, body: NewSecret): Promise<string> => {
    const expiration = readExpiration(body.expiration, app.clock)
    const payload = readPayload(body, app.config.DEFAULT.max_allowed_secret_in_bytes)
    const facts = {
      name: body.name?.trim() ?? null,
      secret_type: body.secret_type ?? 'opaque',
      expiration,
      algorithm: body.algorithm ?? null,
      bit_length: body.bit_length ?? null,
      mode: body.mode ?? null,
    }
    return inTransaction(app.db, async (db) => {
      const projectId = ctx.projectId ?? ''
      await refuseOverQuota(app, db, { projectId, counted: 'secrets', operation: 'Secret creation' })
      return storeSecret(app, db, ctx, { facts, payload })
    })
  }
