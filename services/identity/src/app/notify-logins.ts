import type { Context } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import type { Asker } from '../domain/cadf.ts'
import type { IssuedToken } from '../domain/tokens/token.ts'
import type { Login, MoreNeeded } from '../resources/token/issue-token.ts'
import type { Notices } from './notices.ts'

type IssueToken = (ctx: Context, login: Login) => Promise<IssuedToken | MoreNeeded>

/** Issues tokens and notifies of the outcome of each login: success, failure, or pending (more methods are required). */
export const notifyLogins =
  (issue: IssueToken, { authenticated }: Notices) =>
  async (ctx: Context, login: Login, asker: Asker): Promise<IssuedToken | MoreNeeded> => {
    const issued = await issue(ctx, login).catch(async (error: unknown) => {
      if (error instanceof Fault && error.kind === 'unauthenticated')
        await authenticated(ctx, asker, 'failure', login.identity.password?.user.id)
      throw error
    })
    if ('token' in issued) await authenticated(ctx, asker, 'success', issued.token.user.id)
    else await authenticated(ctx, asker, 'pending', issued.user.id)
    return issued
  }
