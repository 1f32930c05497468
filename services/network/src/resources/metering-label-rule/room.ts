import {
  meteringLabelRuleNotifications,
  meteringLabelRuleOperations,
} from '@nimbo/contracts/network/metering-label'
import { roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { errors as labelErrors, meteringLabels } from '../metering-label/room.ts'
import { errors, meteringLabelRules } from './metering-label-rules.ts'

const { create, delete: remove } = simpleUseCases({
  repository: meteringLabelRules,
  rowOf: (values) => values,
})

export const meteringLabelRuleRoom = roomOf(
  meteringLabelRuleOperations,
  {
    repository: meteringLabelRules,
    notFound: errors.MeteringLabelRuleNotFound,
    parents: parentsIn(meteringLabels, labelErrors.MeteringLabelNotFound),
    create,
    delete: remove,
  },
  { migrations: {}, notifications: meteringLabelRuleNotifications },
)
