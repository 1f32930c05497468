import type { Context } from '@nimbo/kernel/context'
import { hashOf, newSecret } from '../domain/cookie.ts'
import { errors } from '../errors.ts'
import type { HorizonApp } from './app.ts'

interface Link {
  readonly code: string
  readonly expiresAt: string
}

/** Creates a login link for the owner of a valid token. */
export const makeLink =
  ({ identity, links, seal, clock, config }: HorizonApp) =>
  async (ctx: Context, token: string | undefined): Promise<Link> => {
    if (token === undefined) throw errors.LoginRefused()
    await identity.show(ctx, token)
    const code = newSecret()
    const expiresAt = new Date(clock.now() + config.DEFAULT.link_lifetime * 1000).toISOString()
    await links.insert({ code_hash: hashOf(code), sealed_token: seal.seal(token), expires_at: expiresAt })
    return { code, expiresAt }
  }
