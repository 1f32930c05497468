import type { Route } from '@nimbo/http/route'
import type { ImageApp } from '../app/app.ts'
import { imageActions } from './image-actions.ts'
import { imageData } from './image-data.ts'
import { imageRoutes } from './images.ts'
import { infoRoutes } from './info.ts'
import { memberRoutes } from './members.ts'
import { schemaRoutes } from './schemas.ts'
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
