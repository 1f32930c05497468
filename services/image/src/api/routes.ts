import type { Route } from '@nimbo/http/route'
import type { ImageApp } from '../app/app.ts'
import { imageActions } from '../resources/image/action-routes.ts'
import { imageData } from '../resources/data/routes.ts'
import { imageRoutes } from '../resources/image/routes.ts'
import { importRoutes } from '../resources/import/routes.ts'
import { locationRoutes } from '../resources/location/routes.ts'
import { storeRoutes } from '../resources/store/routes.ts'
import { cacheRoutes } from '../resources/cache/routes.ts'
import { usageRoutes } from '../resources/usage/routes.ts'
import { metadefRoutes } from '../resources/metadef/routes.ts'
import { taskRoutes } from '../resources/task/routes.ts'
import { infoRoutes } from '../resources/info/routes.ts'
import { memberRoutes } from '../resources/member/routes.ts'
import { schemaRoutes } from '../resources/schema/routes.ts'
import { versionRoutes } from './versions.ts'

/** Every operation of images, with its handler. */
export const routes: readonly Route<ImageApp>[] = [
  ...versionRoutes,
  ...imageRoutes,
  ...imageData,
  ...imageActions,
  ...memberRoutes,
  ...schemaRoutes,
  ...infoRoutes,
  ...importRoutes,
  ...storeRoutes,
  ...locationRoutes,
  ...taskRoutes,
  ...metadefRoutes,
  ...usageRoutes,
  ...cacheRoutes,
]

export const operations = routes.map(({ operation }) => operation)
