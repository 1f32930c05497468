import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { OpenSession } from '../domain/session.ts'
import type { HorizonApp } from './app.ts'

/** Deletes a session and revokes its token. Succeeds even if Keystone is unavailable. */
export const logOut =
  ({ sessions, streams, identity, log }: HorizonApp) =>
  async (ctx: Context, { idHash, token }: OpenSession): Promise<void> => {
    await sessions.delete(idHash)
    streams.end(idHash)
    try {
      await identity.revoke(ctx, token)
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the token of a session that ended could not be revoked')
    }
  }
