import type { Values } from '../app/deps.ts'
import type { Resource } from '../app/resource-operations.ts'
import type { ResourceType } from '../domain/attribute.ts'
import { ruleNames } from '../policies.ts'
import type { Allows } from './attribute-policy.ts'

/** One resource as its reader may see it; `fields` narrows it further. */
export type View = (allows: Allows, resource: Resource, fields?: readonly string[]) => Values

/** How resources of one kind are shown; which attributes have rules is looked up once, for every reply shows many. */
export const viewOf = (type: ResourceType): View => {
  const attributes = Object.keys(type.attributes).map((name) => {
    const rule = `get_${type.name}:${name}`
    return { name, rule: ruleNames.has(rule) ? rule : undefined }
  })
  return (allows, resource, fields = []) => {
    const asked = (name: string): boolean => fields.length === 0 || fields.includes(name)
    const shown: Record<string, unknown> = {}
    for (const { name, rule } of attributes)
      if (asked(name) && (rule === undefined || allows(rule, resource))) shown[name] = resource[name] ?? null
    if (asked('tenant_id')) shown.tenant_id = resource.project_id
    return shown
  }
}
