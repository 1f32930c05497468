import type { Route } from '@nimbo/http/route'
import type { ImageApp } from '../app/app.ts'
import { imageActions } from '../resources/image/action-routes.ts'
import { imageData } from '../resources/data/data-routes.ts'
import { imageRoutes } from '../resources/image/image-routes.ts'
import { infoRoutes } from '../resources/info/info-routes.ts'
import { memberRoutes } from '../resources/member/member-routes.ts'
import { schemaRoutes } from '../resources/schema/schema-routes.ts'
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
]

export const operations = routes.map(({ operation }) => operation)
