import { serviceProvider, serviceProviderOperations } from '@nimbo/contracts/identity/service-providers'
import { plainRoutes } from '../../api/plain-routes.ts'

export const serviceProviderRoutes = plainRoutes({
  kind: serviceProvider,
  operations: serviceProviderOperations,
  id: 'service_provider_id',
  filters: { id: 'text', enabled: 'flag' },
  useCases: (app) => app.serviceProviders,
})
