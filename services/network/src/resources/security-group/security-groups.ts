import { securityGroup } from '@nimbo/contracts/network/security-group'
import { prepared } from '@nimbo/db/prepared'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedByOrSharedWith } from '../rbac-policy/shared-with.ts'
import { shownRulesOfGroups } from '../security-group-rule/security-group-rules.ts'
import type { Db } from '../../tables.ts'

export const securityGroups = repository(securityGroup, {
  visibleTo: ownedByOrSharedWith(securityGroup, 'security_group'),
  apart: {
    security_group_rules: {
      read: (db: Db, ids) => shownRulesOfGroups(db, ids),
      none: [],
    },
  },
})

const findDefault = prepared((db: Db, { projectId }: { readonly projectId: string }) =>
  db.selectFrom('security_groups').select('id').where('default_of', '=', projectId),
)

/** The id of a project's default group. */
export const defaultGroupOf = async (db: Db, projectId: string): Promise<string | undefined> => {
  const [group] = await findDefault(db, { projectId })
  return group?.id
}
