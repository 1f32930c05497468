import { endpointGroup } from '@nimbo/contracts/identity/endpoint-groups'
import { repository } from '@nimbo/resource/rows/repository'
import { seenByAll } from '../../db/paged.ts'

export const endpointGroups = repository(endpointGroup, seenByAll)
