import { type CrudStyle, crudOf } from '@nimbo/resource/describe/crud'
import { parentParameter } from '@nimbo/resource/describe/kind'

/** Aliases of attributes. */
export const aliases = { tenant_id: 'project_id' } as const

/** The policy rule of an operation; for children with the parent's name: `get_policy_dscp_marking_rule`. */
export const ruleOf: CrudStyle['ruleOf'] = (verb, kind) => {
  const { name, parent } = kind
  return parent && parentParameter(kind) !== undefined
    ? `${verb}_${parent.kind.name}_${name}`
    : `${verb}_${name}`
}

/** The CRUD operations of the network service. */
export const crud = crudOf({ ruleOf, aliases })
