import { securityGroup } from '@nimbo/contracts/network/security-group'
import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
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

const findAddresses = prepared((db: Db, { groupIds }: { readonly groupIds: readonly string[] }) =>
  db
    .selectFrom('port_security_groups')
    .innerJoin('fixed_ips', 'fixed_ips.port_id', 'port_security_groups.port_id')
    .select(['security_group_id', 'ip_address'])
    .where('security_group_id', 'in', groupIds)
    .orderBy('ip_address'),
)

/** The addresses of the ports in each of these groups, in order. */
export const addressesOfMembers = async (
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> =>
  grouped(
    groupIds.length === 0 ? [] : await findAddresses(db, { groupIds }),
    ({ security_group_id }) => security_group_id,
    ({ ip_address }) => ip_address,
  )
