import { registeredLimit } from '@nimbo/contracts/identity/registered-limits'
import { repository } from '@nimbo/resource/rows/repository'
import { seenByAll } from '../../db/paged.ts'

export const registeredLimits = repository(registeredLimit, seenByAll)
