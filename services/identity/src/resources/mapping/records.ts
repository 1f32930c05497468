import { mapping } from '@nimbo/contracts/identity/mappings'
import { repository } from '@nimbo/resource/rows/repository'
import { seenByAll } from '../../db/paged.ts'

export const mappings = repository(mapping, seenByAll)
