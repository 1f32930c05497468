import type { Container } from '../../db/containers.ts'
import type { SwiftApp } from '../app.ts'
import { deleteObject, type Deleted, type Deletion } from '../delete-object.ts'
import { dropParts } from './drop-parts.ts'

/** Deletes an object as `deleteObject` does, with its parts if a multipart upload created it and it does not stay as a version. */
export const deleteWithParts = async (
  app: SwiftApp,
  container: Container,
  name: string,
  deletion: Omit<Deletion, 'endsUploads'> = {},
): Promise<Deleted | undefined> => {
  const deleted = await deleteObject(app, container, name, { ...deletion, endsUploads: true })
  await dropParts(app, container, [deleted?.destroyed])
  return deleted
}
