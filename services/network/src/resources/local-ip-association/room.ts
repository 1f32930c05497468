import { portAssociationOperations } from '@nimbo/contracts/network/local-ip'
import { roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import { errors } from '../local-ip/errors.ts'
import { localIps } from '../local-ip/local-ips.ts'
import { createPortAssociations } from './create-port-associations.ts'
import { associationId, portAssociations } from './port-associations.ts'

/** The table was created by the migration of local IPs. */
export const portAssociationRoom = roomOf(
  portAssociationOperations,
  {
    repository: portAssociations,
    notFound: errors.LocalIPAssociationNotFound,
    parents: parentsIn(localIps, errors.LocalIPNotFound),
    idUnder: associationId,
    create: createPortAssociations,
    delete: deletionOf(portAssociations),
  },
  { migrations: {} },
)
