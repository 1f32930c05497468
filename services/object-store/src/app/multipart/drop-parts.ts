import type { Container } from '../../db/containers.ts'
import type { StoredObject } from '../../db/objects.ts'
import type { SwiftApp } from '../app.ts'
import { uploadsOf } from './doubt-uploads.ts'
import { endUpload } from './end-upload.ts'
import type { UploadOf } from './parts.ts'

/** Removes the parts of an upload whose object was destroyed, then the row that names it. */
export const dropUpload = async (app: SwiftApp, upload: UploadOf): Promise<void> => {
  await endUpload(app, upload)
  await app.uploadsInDoubt.forget(upload.id)
}

/** After the transaction: removes the parts of destroyed objects. Failures are logged and retried by the clean-up task. */
export const dropParts = async (
  app: SwiftApp,
  container: Pick<Container, 'account' | 'name'>,
  destroyed: readonly (StoredObject | undefined)[],
): Promise<void> => {
  for (const upload of uploadsOf(container, destroyed))
    try {
      await dropUpload(app, upload)
    } catch (error) {
      app.log.warn(
        { ...upload, error },
        'the parts of a deleted object could not be removed; the clean-up task removes them later',
      )
    }
}
