import { limit } from '@nimbo/contracts/identity/limits'
import { repository } from '@nimbo/resource/rows/repository'
import { seenByAll } from '../../db/paged.ts'

export const limits = repository(limit, seenByAll)
