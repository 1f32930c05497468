import { log } from '@nimbo/contracts/network/log'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'

export const logs = repository(log, { visibleTo: ownedBy(log) })
