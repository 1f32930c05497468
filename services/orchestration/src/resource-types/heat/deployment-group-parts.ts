import { allowed } from '../../resource-type/constraint.ts'
import type { ChildStack } from '../../resource-type/child-stack.ts'
import { anyList, anyMap, oneOf, string } from '../../resource-type/property.ts'
import { attributesMapOf, memberNames } from './group-attributes.ts'

/** The properties of every deployment group. */
export const deploymentGroupProperties = {
  servers: anyMap({ required: true, update: 'in-place' }),
  config: string({ update: 'in-place' }),
  input_values: anyMap({ update: 'in-place' }),
  actions: anyList({
    update: 'in-place',
    default: ['CREATE', 'UPDATE'],
    constraints: [allowed(['CREATE', 'UPDATE', 'DELETE', 'SUSPEND', 'RESUME'])],
  }),
  name: string({ update: 'in-place' }),
  signal_transport: oneOf(['CFN_SIGNAL', 'TEMP_URL_SIGNAL', 'HEAT_SIGNAL', 'NO_SIGNAL', 'ZAQAR_SIGNAL'], {
    default: 'CFN_SIGNAL',
  }),
}

/** The attributes of every deployment group: maps from server name to value. */
export const deploymentGroupAttributes = {
  deploy_stdouts: {
    type: 'map',
    of: (child: ChildStack | undefined) => attributesMapOf(child, memberNames(child), ['deploy_stdout']),
  },
  deploy_stderrs: {
    type: 'map',
    of: (child: ChildStack | undefined) => attributesMapOf(child, memberNames(child), ['deploy_stderr']),
  },
  deploy_status_codes: {
    type: 'map',
    of: (child: ChildStack | undefined) => attributesMapOf(child, memberNames(child), ['deploy_status_code']),
  },
} as const
