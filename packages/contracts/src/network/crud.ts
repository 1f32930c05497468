import { crudOf } from '@nimbo/resource/describe/crud'

/** Older names of attributes. */
export const aliases = { tenant_id: 'project_id' } as const

/** The operations that every kind of resource of the network service has. */
export const crud = crudOf({ ruleOf: (verb, { name }) => `${verb}_${name}`, aliases })
