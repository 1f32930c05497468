import type { Context } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import type { Asker } from '../domain/cadf.ts'
import type { Identity } from './authenticate.ts'
import type { IssuedToken, ScopeRequest } from './issue-token.ts'
import type { Notices } from './notices.ts'

type IssueToken = (ctx: Context, identity: Identity, request?: ScopeRequest) => Promise<IssuedToken>

/** Hands out tokens, and tells who got one and who did not. */
export const tellOfLogins =
  (issue: IssueToken, { authenticated }: Notices) =>
  async (
    ctx: Context,
    identity: Identity,
    request: ScopeRequest | undefined,
    asker: Asker,
  ): Promise<IssuedToken> => {
    const issued = await issue(ctx, identity, request).catch(async (error: unknown) => {
      if (error instanceof Fault && error.kind === 'unauthenticated')
        await authenticated(ctx, asker, 'failure', identity.password?.user.id)
      throw error
    })
    await authenticated(ctx, asker, 'success', issued.token.user.id)
    return issued
  }
