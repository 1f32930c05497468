import { meteringLabel } from '@nimbo/contracts/network/metering-label'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'

export const meteringLabels = repository(meteringLabel, { visibleTo: ownedBy(meteringLabel) })
