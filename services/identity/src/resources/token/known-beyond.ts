import type { IdentityApp } from '../../app/identity-app.ts'
import type { Token } from '../../domain/tokens/token.ts'
import type { Beyond } from './view.ts'

/** The catalog and the service providers, which are part of a token's view. */
export const knownBeyond = async (app: IdentityApp, token: Token): Promise<Beyond> => ({
  catalog: await app.showCatalog(token.claims),
  serviceProviders: await app.serviceProviders.enabled(),
})
