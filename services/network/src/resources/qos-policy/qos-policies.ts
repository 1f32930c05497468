import { qosPolicy } from '@nimbo/contracts/network/qos-policy'
import { repository } from '@nimbo/resource/rows/repository'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Db } from '../../tables.ts'
import { rulesOfPolicies } from '../qos-rule/qos-rules.ts'
import { ownedByOrSharedWith } from '../rbac-policy/shared-with.ts'

export const qosPolicies = repository(qosPolicy, {
  visibleTo: ownedByOrSharedWith(qosPolicy, 'qos_policy'),
  apart: {
    rules: {
      read: async (db: Db, ids) =>
        grouped(
          await rulesOfPolicies(db, ids),
          ({ qos_policy_id }) => qos_policy_id,
          (rule) => ({ ...rule }),
        ),
      none: [],
    },
  },
})

/** The id of the project's default policy for new networks. */
export const defaultPolicyOf = async (db: Db, projectId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('policies')
    .select('id')
    .where('project_id', '=', projectId)
    .where('is_default', '=', 1)
    .executeTakeFirst()
  return row?.id
}
