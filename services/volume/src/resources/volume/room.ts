import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { moveAttachedVolumeFlow } from './actions/move-attached-flow.ts'
import { moveVolumeFlow } from './actions/move-flow.ts'
import { reimageVolumeFlow } from './actions/reimage-flow.ts'
import { revertVolumeFlow } from './actions/revert-flow.ts'
import { volumeActions } from './actions/routes.ts'
import { uploadImageFlow } from './actions/upload-flow.ts'
import { addAdminMetadata } from './admin-metadata-migration.ts'
import { addEncryptionKeys } from './encryption-migration.ts'
import { volumeMetadata } from './metadata/routes.ts'
import { addMoves } from './moves-migration.ts'
import { volumes } from './routes.ts'

export const volumeRoom: Room = {
  routes: [...volumes, ...volumeMetadata, ...volumeActions],
  extensions: [
    extension('os-admin-actions', 'AdminActions', 'Status of volumes, deletion and detachment by force'),
    extension('os-vol-host-attr', 'VolumeHostAttribute', 'The back end of a volume'),
    extension('os-vol-image-meta', 'VolumeImageMetadata', 'What a volume keeps of its image'),
    extension('os-vol-mig-status-attr', 'VolumeMigStatusAttribute', 'How far the migration of a volume is'),
    extension('os-vol-tenant-attr', 'VolumeTenantAttribute', 'The project of a volume'),
    extension('os-volume-actions', 'VolumeActions', 'What is done to volumes'),
  ],
  flows: [revertVolumeFlow, reimageVolumeFlow, moveVolumeFlow, moveAttachedVolumeFlow, uploadImageFlow],
  migrations: {
    '0004-admin-metadata': addAdminMetadata,
    '0010-volume-moves': addMoves,
    '0018-volume-keys': addEncryptionKeys,
  },
}
