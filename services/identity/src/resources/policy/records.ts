import { policy } from '@nimbo/contracts/identity/policies'
import { repository } from '@nimbo/resource/rows/repository'
import { seenByAll } from '../../db/paged.ts'

export const policies = repository(policy, seenByAll)
