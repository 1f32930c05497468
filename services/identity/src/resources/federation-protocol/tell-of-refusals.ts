import { Fault } from '@nimbo/kernel/errors'
import type { Deps } from '../../app/deps.ts'
import type { FederatedSignIn } from './sign-in.ts'

/** Signs in as `signIn` does, and tells of those who are not let in. */
export const tellingOfRefusals =
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
