import { aggregates } from '../db/aggregates.ts'
import { flavors } from '../db/flavors.ts'
import { keyPairs } from '../db/key-pairs.ts'
import { quotaClasses } from '../db/quotas/quota-classes.ts'
import { schedulingRecords } from '../db/scheduling-records.ts'
import { serverGroups } from '../db/server-groups.ts'
import type { ComputeApiDeps } from './app.ts'

/** Repositories that routes use directly, because no further rules apply. */
export const storesOf = ({ databases, clock }: Pick<ComputeApiDeps, 'databases' | 'clock'>) => ({
  aggregates: aggregates(databases.api, clock),
  flavors: flavors(databases.api, clock),
  keyPairs: keyPairs(databases.api, clock),
  quotaClasses: quotaClasses(databases.api),
  schedulingRecords: schedulingRecords(databases.api, clock),
  serverGroups: serverGroups(databases.api, clock),
})
