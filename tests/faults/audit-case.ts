import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { FaultCase } from './fault-case.ts'

/** Runs the cloud's own audit, which must find nothing left over by the cases before this one. */
export const auditCase: FaultCase = {
  ...{ fault: 'audit', line: 30, moment: 'after', volume: false },
  run: async ({ admin }) => {
    await assertNoOrphans(admin)
    return 'no orphans'
  },
}
