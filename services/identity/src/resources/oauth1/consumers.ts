import { randomBytes } from 'node:crypto'
import type { OauthConsumer } from '@nimbo/contracts/identity/oauth1'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { paged } from '../../db/paged.ts'
import type { Page } from '../../domain/listing.ts'
import { errors } from '../../errors.ts'
import { oauthConsumers } from './records.ts'

/** A new secret for signing requests. */
export const newSecret = (): string => randomBytes(16).toString('hex')

type Changes = Partial<Pick<OauthConsumer, 'description' | 'extra'>>

export const createConsumers = ({ db, notices }: Deps, affect: AffectTokens) => ({
  find: async (id: string): Promise<OauthConsumer> => {
    const kept = await oauthConsumers.get(db, 'all', id)
    if (!kept) throw errors.NotThere({ reason: 'Consumer not found' })
    return kept
  },

  list: (page: Page): Promise<OauthConsumer[]> => paged(oauthConsumers, db, [], page),

  create: async (
    ctx: Context,
    given: Pick<OauthConsumer, 'description' | 'extra'>,
  ): Promise<OauthConsumer> => {
    const made = { ...given, id: newHexId<never>(), secret: newSecret() }
    await notices.unit(async (inside) => {
      await oauthConsumers.insert(inside.over, made)
      await notices.told(inside, ctx, 'OS-OAUTH1:consumer', 'created', made.id)
    })
    return made
  },

  update: async (ctx: Context, before: OauthConsumer, changes: Changes): Promise<OauthConsumer> => {
    const next = { ...before, ...changes }
    await notices.unit(async (inside) => {
      await oauthConsumers.update(inside.over, before.id, changes, '')
      await notices.told(inside, ctx, 'OS-OAUTH1:consumer', 'updated', before.id)
    })
    return next
  },

  /** Deletes a consumer, which also revokes its access tokens. */
  remove: (ctx: Context, { id }: OauthConsumer): Promise<void> =>
    affect({}, async (inside) => {
      await oauthConsumers.delete(inside.over, id)
      await notices.told(inside, ctx, 'OS-OAUTH1:consumer', 'deleted', id)
    }),
})
