import { importImage, stageImage as stageOperation } from '@nimbo/contracts/image/imports'
import { streamOf } from '@nimbo/http/message'
import { policyTarget } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import { requireOctets } from '../data/require-octets.ts'
import { stageImage } from '../data/stage-image.ts'
import { handle } from '../handle.ts'
import { beginImport } from './begin-import.ts'
import { importMethod, readImport } from './import-request.ts'

const stage = handle(stageOperation, async ({ app, ctx, found, request }) => {
  if (!app.config.DEFAULT.enabled_import_methods.includes('glance-direct'))
    throw errors.Absent({ reason: "'glance-direct' method is not available at this site." })
  requireOctets(request)
  await stageImage(app)(ctx, found.image, streamOf(request.body))
})

const begin = handle(importImage, async ({ app, ctx, found: { image }, body, enforce, request }) => {
  const method = importMethod(app, body.method.name)
  enforce(method === 'copy-image' ? 'copy_image' : 'modify_image', policyTarget(image))
  const asked = readImport(app, image, body, request.headers['x-image-meta-store'])
  if (asked.stores.length === 0) return
  const input = { image_id: image.id, import_req: body, backend: asked.stores }
  await beginImport(app)(ctx, { image, request: asked, type: 'api_image_import', input })
})

export const importRoutes = [stage, begin]
