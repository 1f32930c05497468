import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { typeExtraSpecs } from './extra-specs/routes.ts'
import { createQosSpecs } from './qos-migration.ts'
import { volumeTypes } from './routes.ts'

export const typeRoom: Room = {
  routes: [...volumeTypes, ...typeExtraSpecs],
  extensions: [
    extension('os-types-extra-specs', 'TypesExtraSpecs', 'What types say to the scheduler and to drivers'),
    extension('os-types-manage', 'TypesManage', 'Types are made, changed and removed'),
    extension('os-volume-type-access', 'VolumeTypeAccess', 'Types for some projects alone'),
  ],
  migrations: { '0006-qos-specs': createQosSpecs },
}
