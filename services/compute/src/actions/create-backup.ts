import type { HostWork } from './host-work.ts'
import { uploadRootDisk } from './upload-root-disk.ts'

export const createBackup: HostWork<'create-backup'> =
  (deps) =>
  (ctx, server, { imageId }) =>
    uploadRootDisk(deps)(ctx, server, { imageId, kind: 'create-backup' })
