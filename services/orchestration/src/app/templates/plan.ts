import type { Scope } from '../../language/scope.ts'
import { conditionHolds, resolve } from '../../language/resolve.ts'
import type { ResourceDefinition, Template } from '../../language/template.ts'
import { TemplateProblem } from '../../language/template-problem.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
import type { ResourceType } from '../../resource-type/resource-type.ts'
import type { JsonObject } from '@nimbo/kernel/json'

/** A resource of a template whose condition holds, with its dependencies. */
export interface Planned {
  readonly definition: ResourceDefinition
  readonly requires: readonly string[]
}

interface Planning {
  readonly template: Template
  /** Without references and attributes, which are recorded as dependencies here. */
  readonly scope: Omit<Scope, 'reference' | 'attribute'>
  typeOf(definition: ResourceDefinition): ResourceType
}

/** The resources whose conditions hold, with their dependencies: references, `depends_on` and implicit ones. */
export const planOf = async ({
  template,
  scope,
  typeOf,
}: Planning): Promise<ReadonlyMap<string, Planned>> => {
  const isHot = template.dialect.kind === 'hot'
  const present = new Map<string, ResourceDefinition>()
  const nothing: Scope = { ...scope, reference: async () => undefined, attribute: async () => undefined }
  for (const definition of template.resources.values()) {
    const path = [isHot ? 'resources' : 'Resources', definition.name, isHot ? 'condition' : 'Condition']
    if (await conditionHolds(definition.condition, nothing, path)) present.set(definition.name, definition)
  }
  const drafts = [...present.values()].map(({ name, type, properties }) => ({
    name,
    type,
    properties: properties as JsonObject,
  }))
  const planned = new Map<string, Planned>()
  for (const [index, definition] of [...present.values()].entries()) {
    const { name } = definition
    const path = [isHot ? 'resources' : 'Resources', name]
    const requires = new Set<string>()
    const noting: Scope = {
      ...scope,
      reference: async (other) => {
        if (present.has(other)) requires.add(other)
        return template.resources.has(other) ? unknownYet : undefined
      },
      attribute: async (other) => {
        if (present.has(other)) requires.add(other)
        return template.resources.has(other) ? unknownYet : undefined
      },
    }
    await resolve(definition.properties, noting, [...path, isHot ? 'properties' : 'Properties'])
    await resolve(definition.metadata, noting, [...path, isHot ? 'metadata' : 'Metadata'])
    for (const other of definition.dependsOn) {
      if (present.has(other)) requires.add(other)
      else if (!template.resources.has(other))
        throw new TemplateProblem(
          'InvalidTemplateReference',
          [...path, isHot ? 'depends_on' : 'DependsOn'],
          `The specified reference "${other}" (in ${name}) is incorrect.`,
        )
    }
    const draft = drafts[index]
    for (const other of draft ? (typeOf(definition).needs?.(draft, drafts) ?? []) : [])
      if (present.has(other)) requires.add(other)
    if (requires.has(name))
      throw new TemplateProblem(
        'CircularDependencyException',
        path,
        `Circular Dependency Found: ${name} -> ${name}`,
      )
    planned.set(name, { definition, requires: [...requires] })
  }
  return planned
}
