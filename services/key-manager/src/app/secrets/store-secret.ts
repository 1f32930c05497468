import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { insertSecret } from '../../db/secrets.ts'
import type { KeyDb, Secret } from '../../db/tables.ts'
import type { KeyApp } from '../key-app.ts'
import type { Payload } from './new-secret.ts'

/** The attributes of a secret besides its owner. */
export type SecretFacts = Pick<
  Secret,
  'name' | 'secret_type' | 'expiration' | 'algorithm' | 'bit_length' | 'mode'
>

/** Stores a secret of the caller's project with its encrypted payload, if any. */
export const storeSecret = async (
  app: KeyApp,
  db: KeyDb,
  ctx: Context,
  { facts, payload }: { readonly facts: SecretFacts; readonly payload: Payload | undefined },
): Promise<string> => {
  const owner: Pick<Secret, 'id' | 'project_id'> = { id: newId(), project_id: ctx.projectId ?? '' }
  const now = timestamp(app.clock)
  const sealed = payload
    ? { content_type: payload.type, ...(await app.vault.seal(db, owner, payload.bytes)) }
    : { content_type: null, kek_id: null, sealed: null }
  await insertSecret(db, {
    ...{ ...owner, ...facts, ...sealed, creator_id: ctx.userId ?? null },
    ...{ status: 'ACTIVE', created: now, updated: now },
  })
  return owner.id
}
