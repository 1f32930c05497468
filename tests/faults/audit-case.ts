import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { FaultCase } from './fault-case.ts'

/** What the cloud itself finds after all the cases before this one: nothing. */
export const auditCase: FaultCase = {
  ...{ fault: 'audit', line: 30, moment: 'after', volume: false },
  run: async ({ admin }) => {
    await assertNoOrphans(admin)
    return 'no orphans'
  },
}
