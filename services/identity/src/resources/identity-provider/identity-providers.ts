import type { IdentityProvider } from '@nimbo/contracts/identity/identity-providers'
import { newHexId } from '@nimbo/kernel/ids'
import type { Deps } from '../../app/deps.ts'
import { plainUseCases } from '../../app/plain-use-cases.ts'
import type { createDomains } from '../domain/domains.ts'
import { errors } from '../../errors.ts'
import { identityProviders } from './records.ts'

const mostProviders = 10_000

/** Each provider has a domain for its users; one is created if none is named. */
export const createIdentityProviders = (deps: Deps, domains: ReturnType<typeof createDomains>) => {
  const { db } = deps

  const refuseTaken = async ({
    id,
    remote_ids,
  }: Pick<IdentityProvider, 'id' | 'remote_ids'>): Promise<void> => {
    const others = (await identityProviders.list(db, 'all', {}, { limit: mostProviders })).filter(
      (one) => one.id !== id,
    )
    const taken = remote_ids.find((remote) => others.some((one) => one.remote_ids.includes(remote)))
    if (taken !== undefined) throw errors.DuplicateRemoteId({ remoteId: taken })
  }

  const plain = plainUseCases(deps, {
    records: identityProviders,
    type: 'Identity Provider',
    check: refuseTaken,
  })

  return {
    ...plain,
    create: async (...[ctx, given, id = newHexId<never>()]: Parameters<typeof plain.create>) => {
      if (await identityProviders.get(db, 'all', id))
        throw errors.DuplicateEntry({ type: 'identity_provider', entry: `: ${id}` })
      if (given.domain_id) {
        await domains.find(given.domain_id)
        return plain.create(ctx, given, id)
      }
      // Before the domain is created, which would remain.
      await refuseTaken({ id, remote_ids: given.remote_ids })
      const description = `Auto generated federated domain for Identity Provider: ${id}`
      const domain = await domains.create(ctx, { name: newHexId<never>(), description, extra: {} })
      return plain.create(ctx, { ...given, domain_id: domain.id }, id)
    },
    // All cached tokens must be validated again: those of users of a disabled or deleted provider are invalid.
    update: async (...[ctx, before, changes]: Parameters<typeof plain.update>) => {
      const after = await plain.update(ctx, before, changes)
      await deps.tellInvalidated({})
      return after
    },
    remove: async (...[ctx, before]: Parameters<typeof plain.remove>) => {
      await plain.remove(ctx, before)
      await deps.tellInvalidated({})
    },
  }
}
