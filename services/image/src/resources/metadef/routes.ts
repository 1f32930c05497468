import { associationRoutes } from './association-routes.ts'
import { namespaceRoutes } from './namespace-routes.ts'
import { objectRoutes } from './object-routes.ts'
import { propertyRoutes } from './property-routes.ts'
import { tagRoutes } from './tag-routes.ts'

/** Every operation of metadata definitions, with its handler. */
export const metadefRoutes = [
  ...namespaceRoutes,
  ...objectRoutes,
  ...propertyRoutes,
  ...tagRoutes,
  ...associationRoutes,
]
