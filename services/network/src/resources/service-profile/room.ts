import { serviceProfileNotifications, serviceProfileOperations } from '@nimbo/contracts/network/flavors'
import { roomOf } from '../../api/room.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { errors } from './errors.ts'
import { serviceProfiles } from './service-profiles.ts'

export const serviceProfileRoom = roomOf(
  serviceProfileOperations,
  {
    ...simpleUseCases({ repository: serviceProfiles, rowOf: (values) => values }),
    repository: serviceProfiles,
    notFound: errors.ServiceProfileNotFound,
  },
  // The table was created with that of flavors.
  { migrations: {}, notifications: serviceProfileNotifications },
)
