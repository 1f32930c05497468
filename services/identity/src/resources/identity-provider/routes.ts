import { identityProvider, identityProviderOperations } from '@nimbo/contracts/identity/identity-providers'
import { plainRoutes } from '../../api/plain-routes.ts'

export const identityProviderRoutes = plainRoutes({
  kind: identityProvider,
  operations: identityProviderOperations,
  id: 'idp_id',
  filters: { id: 'text', enabled: 'flag' },
  useCases: (app) => app.identityProviders,
  links: (self) => ({ protocols: `${self}/protocols` }),
})
