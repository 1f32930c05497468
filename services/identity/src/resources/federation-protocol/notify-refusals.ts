import { Fault } from '@nimbo/kernel/errors'
import type { Deps } from '../../app/deps.ts'
import type { FederatedSignIn } from './sign-in.ts'

/** Wraps `signIn` to send a notification for each login that fails. */
export const notifyRefusals =
  ({ notices, stores }: Pick<Deps, 'notices' | 'stores'>, signIn: FederatedSignIn): FederatedSignIn =>
  async (ctx, idpId, ...asked) => {
    try {
      return await signIn(ctx, idpId, ...asked)
    } catch (error) {
      if (error instanceof Fault && error.kind === 'unauthenticated')
        await notices.vouchedFor(stores, ctx, 'failure', { identityProvider: idpId, groups: [] })
      throw error
    }
  }
