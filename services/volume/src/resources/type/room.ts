import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { typeExtraSpecs } from './extra-specs/routes.ts'
import { createTypeEncryption } from './encryption/migration.ts'
import { typeEncryption } from './encryption/routes.ts'
import { createQosSpecs } from './qos-migration.ts'
import { volumeTypes } from './routes.ts'

export const typeRoom: Room = {
  routes: [...volumeTypes, ...typeExtraSpecs, ...typeEncryption],
  extensions: [
    extension('encryption', 'Volume_type_encryption', 'How volumes of a type are encrypted'),
    extension('os-volume-encryption-metadata', 'Volume_encryption_metadata', 'How a volume is encrypted'),
    extension('os-types-extra-specs', 'TypesExtraSpecs', 'What types say to the scheduler and to drivers'),
    extension('os-types-manage', 'TypesManage', 'Types are made, changed and removed'),
    extension('os-volume-type-access', 'VolumeTypeAccess', 'Types for some projects alone'),
  ],
  migrations: { '0006-qos-specs': createQosSpecs, '0007-type-encryption': createTypeEncryption },
}
