import { type CrudStyle, crudOf } from '@nimbo/resource/describe/crud'
import { parentParameter } from '@nimbo/resource/describe/kind'

/** Older names of attributes. */
export const aliases = { tenant_id: 'project_id' } as const

/** The rule of an action on a kind; of what lies under a parent with its name: `get_policy_dscp_marking_rule`. */
export const ruleOf: CrudStyle['ruleOf'] = (verb, kind) => {
  const { name, parent } = kind
  return parent && parentParameter(kind) !== undefined
    ? `${verb}_${parent.kind.name}_${name}`
    : `${verb}_${name}`
}

/** The operations that every kind of resource of the network service has. */
export const crud = crudOf({ ruleOf, aliases })
