import type { SwiftApp } from '../../../app/app.ts'
import { deleteObject } from '../../../app/delete-object.ts'
import { partsThatCame, type Upload } from './upload.ts'

/** Removes the remains of an upload: first all parts except those in `kept`, which belong to an object, then the marker. */
export const endUpload = async (
  app: SwiftApp,
  upload: Upload,
  kept: readonly string[] = [],
): Promise<void> => {
  const names = new Set(kept)
  for (const { object } of await partsThatCame(app, upload))
    if (!names.has(object.name)) await deleteObject(app, upload.segments, object.name)
  await deleteObject(app, upload.segments, upload.marker.name)
}
