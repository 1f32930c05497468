import type { Values } from '../app/deps.ts'
import type { Resource } from '../app/resource-operations.ts'
import type { ResourceType } from '../domain/attribute.ts'
import { ruleNames } from '../policies.ts'
import type { Allows } from './attribute-policy.ts'

/** One resource as its reader may see it. */
export type View = (allows: Allows, resource: Resource) => Values

/** How resources are shown of which `fields` are asked for; all of them when it is empty. */
export type Views = (fields: readonly string[]) => View

/** How resources of one kind are shown; which attributes have rules is looked up once, for every reply shows many. */
export const viewsOf = (type: ResourceType): Views => {
  const attributes = Object.keys(type.attributes).map((name) => {
    const rule = `get_${type.name}:${name}`
    return { name, rule: ruleNames.has(rule) ? rule : undefined }
  })
  return (fields) => {
    const isAsked = (name: string): boolean => fields.length === 0 || fields.includes(name)
    const asked = attributes.filter(({ name }) => isAsked(name))
    const withTenant = isAsked('tenant_id')
    return (allows, resource) => {
      const shown: Record<string, unknown> = {}
      for (const { name, rule } of asked)
        if (rule === undefined || allows(rule, resource)) shown[name] = resource[name] ?? null
      if (withTenant) shown.tenant_id = resource.project_id
      return shown
    }
  }
}
