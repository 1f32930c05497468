import { localIp } from '@nimbo/contracts/network/local-ip'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'

export const localIps = repository(localIp, { visibleTo: ownedBy(localIp) })
