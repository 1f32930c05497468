import {
  securityGroup,
  securityGroupNotifications,
  securityGroupOperations,
} from '@nimbo/contracts/network/security-group'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import { valuesOf } from '../../app/draft.ts'
import { seenAsShared } from '../rbac-policy/shared-with.ts'
import { createSecurityGroups } from './create-security-groups.ts'
import { withDefaultGroup } from './default-security-group.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { securityGroups } from './security-groups.ts'
import { updateSecurityGroup } from './update-security-group.ts'

export const securityGroupRoom = roomOf(
  securityGroupOperations,
  {
    repository: securityGroups,
    notFound: errors.SecurityGroupNotFound,
    asSeen: seenAsShared('security_group'),
    beforeList: withDefaultGroup,
    create: (deps) => (ctx, drafts) => createSecurityGroups(deps)(ctx, valuesOf(drafts)),
    update: updateSecurityGroup,
    delete: deletionOf(securityGroups),
  },
  {
    migrations,
    notifications: securityGroupNotifications,
    tags: tagOperations(securityGroup, 'SecurityGroupNotFound'),
    extensions: [
      extension('security-group', 'security-group', 'Filtering by groups of rules'),
      extension('stateful-security-group', 'Stateful security group', 'Whether a group keeps state'),
    ],
  },
)
