import { mapping, mappingOperations } from '@nimbo/contracts/identity/mappings'
import { plainRoutes } from '../../api/plain-routes.ts'

export const mappingRoutes = plainRoutes({
  kind: mapping,
  operations: mappingOperations,
  id: 'mapping_id',
  filters: {},
  useCases: (app) => app.mappings,
})
