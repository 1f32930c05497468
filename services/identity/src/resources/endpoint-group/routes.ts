import { endpointGroup, endpointGroupOperations } from '@nimbo/contracts/identity/endpoint-groups'
import { plainRoutes } from '../../api/plain-routes.ts'

export const endpointGroupRoutes = plainRoutes({
  kind: endpointGroup,
  operations: endpointGroupOperations,
  id: 'endpoint_group_id',
  filters: { name: 'text' },
  useCases: (app) => app.endpointGroups,
})
