import {
  securityGroupRuleNotifications,
  securityGroupRuleOperations,
} from '@nimbo/contracts/network/security-group-rule'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import { valuesOf } from '../../app/draft.ts'
import { withDefaultGroup } from '../security-group/default-security-group.ts'
import { errors as groupErrors } from '../security-group/errors.ts'
import { securityGroups } from '../security-group/security-groups.ts'
import { createSecurityGroupRules } from './create-security-group-rules.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { normalizedCidr, securityGroupRules } from './security-group-rules.ts'

export const securityGroupRuleRoom = roomOf(
  securityGroupRuleOperations,
  {
    repository: securityGroupRules,
    notFound: errors.SecurityGroupRuleNotFound,
    parents: parentsIn(securityGroups, groupErrors.SecurityGroupNotFound),
    beforeList: withDefaultGroup,
    create: (deps) => (ctx, drafts) => createSecurityGroupRules(deps)(ctx, valuesOf(drafts)),
    delete: deletionOf(securityGroupRules),
    derived: () => ({ normalized_cidr: normalizedCidr }),
  },
  {
    migrations,
    notifications: securityGroupRuleNotifications,
    extensions: [
      extension(
        'security-groups-remote-address-group',
        'Remote address group id field for security group rules',
        'Rules about the addresses of a group',
      ),
      extension(
        'security-groups-normalized-cidr',
        'Normalized CIDR field for security group rules',
        'Remote prefixes without their host bits',
      ),
      extension(
        'security-groups-rules-belongs-to-default-sg',
        'Security group rules of default groups',
        'Whether a rule is of the default group of a project',
      ),
    ],
  },
)
