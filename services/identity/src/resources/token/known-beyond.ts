import type { IdentityApp } from '../../app/identity-app.ts'
import type { Token } from '../../domain/tokens/token.ts'
import type { Beyond } from './view.ts'

/** What a token tells besides of where to go with it: the services of this cloud, and other clouds. */
export const knownBeyond = async (app: IdentityApp, token: Token): Promise<Beyond> => ({
  catalog: await app.showCatalog(token.claims),
  serviceProviders: await app.serviceProviders.enabled(),
})
