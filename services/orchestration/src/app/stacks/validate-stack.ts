import { listZones } from '@nimbo/contracts/compute/availability-zones'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { StoredTemplate } from '../../db/templates.ts'
import { errors } from '../../errors.ts'
import { refuseCircles } from '../../language/graph.ts'
import { resolve } from '../../language/resolve.ts'
import type { Scope } from '../../language/scope.ts'
import { isMap } from '../../language/shapes.ts'
import { invalid } from '../../language/template-problem.ts'
import { readProperties, type Resolve, unknownYet } from '../../resource-type/read-properties.ts'
import { resolveEntities } from '../../resource-type/resolve-entity.ts'
import type { HeatApp } from '../app.ts'
import { type Blueprint, blueprintOf } from '../templates/blueprint.ts'
import { findType } from '../templates/find-type.ts'
import { type Planned, planOf } from '../templates/plan.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly project_id: string
}

/** A stack that may be made: what it will consist of. */
export interface Validated {
  readonly blueprint: Blueprint
  readonly plan: ReadonlyMap<string, Planned>
  /** By resource, as far as they are known before anything is made. */
  readonly properties: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Each value is asked about once, however many resources name it. */
const remembering = (ask: Resolve): Resolve => {
  const known = new Map<string, Promise<unknown>>()
  return (constraint, value) => {
    const key = JSON.stringify([constraint, value])
    const answer = known.get(key) ?? ask(constraint, value)
    known.set(key, answer)
    return answer
  }
}

const refuseTooMany = (app: HeatApp, count: number): void => {
  const most = app.config.DEFAULT.max_resources_per_stack
  if (most >= 0 && count > most)
    throw errors.RequestLimitExceeded({
      message: `Request limit exceeded: Maximum resources per stack exceeded.`,
    })
}

/** What functions refer to before anything is made. */
const scopeBefore = (app: HeatApp, ctx: Context, { template, parameters, files }: Blueprint): Scope => ({
  template,
  parameter: (name) => (Object.hasOwn(parameters, name) ? parameters[name] : undefined),
  reference: async (name) => (template.resources.has(name) ? unknownYet : undefined),
  attribute: async (name) => (template.resources.has(name) ? unknownYet : undefined),
  file: (key) => (Object.hasOwn(files, key) ? files[key] : undefined),
  facade: () => unknownYet,
  zones: async () => {
    const { availabilityZoneInfo } = await app.clients(ctx).compute.call(listZones)
    return availabilityZoneInfo.map(({ zoneName }) => zoneName)
  },
})

/** Attributes that outputs and properties name must be there. */
const checkOutputs = async ({ template }: Blueprint, scope: Scope): Promise<void> => {
  const section = template.dialect.kind === 'hot' ? 'outputs' : 'Outputs'
  for (const { name, value } of template.outputs.values())
    await resolve(value, scope, [section, name, 'value'])
}

const policies = ['Delete', 'Retain', 'Snapshot']

const checkPolicy = async (
  definition: Planned['definition'],
  scope: Scope,
  isHot: boolean,
): Promise<void> => {
  if (definition.deletionPolicy === undefined) return
  const path = [
    isHot ? 'resources' : 'Resources',
    definition.name,
    isHot ? 'deletion_policy' : 'DeletionPolicy',
  ]
  const policy = await resolve(definition.deletionPolicy, scope, path)
  if (!policies.some((one) => one.toLowerCase() === String(policy).toLowerCase()))
    throw invalid(path, `Invalid deletion policy "${String(policy)}"`)
}

/** Holds a template to all that can be judged before a stack is made of it. Throws problems of the template. */
export const validateStack = async (
  app: HeatApp,
  ctx: Context,
  stored: StoredTemplate,
  stack: Named,
): Promise<Validated> => {
  const lookUp = remembering(resolveEntities(app.clients(ctx)))
  const ask = async (constraint: string, value: unknown) => {
    try {
      await lookUp(constraint, value)
      return undefined
    } catch (error) {
      return `Error validating value '${String(value)}': ${messageOf(error)}`
    }
  }
  const blueprint = await blueprintOf(stored, stack, { ask })
  const { template } = blueprint
  const scope = scopeBefore(app, ctx, blueprint)
  refuseTooMany(app, template.resources.size)
  const typeOf = ({ type, name }: Planned['definition']) => {
    const found = findType(app.types, blueprint, type, name)
    if (!app.mayUse(ctx, found.type)) throw errors.Forbidden({ rule: found.type })
    return found
  }
  const plan = await planOf({ template, scope, typeOf })
  refuseCircles(new Map([...plan].map(([name, { requires }]) => [name, new Set(requires)])))
  const properties = new Map<string, Readonly<Record<string, unknown>>>()
  const isHot = template.dialect.kind === 'hot'
  for (const { definition } of plan.values()) {
    const { name } = definition
    const type = typeOf(definition)
    const section = isHot ? ['resources', name, 'properties'] : ['Resources', name, 'Properties']
    await checkPolicy(definition, scope, isHot)
    const given = await resolve(definition.properties, scope, section)
    const values = await readProperties(type.properties, isMap(given) && !type.anyProperty ? given : {}, {
      where: section.join('.'),
      resolve: lookUp,
    })
    const [problem] = type.validate?.(values) ?? []
    if (problem !== undefined) throw invalid(section, `Property error: ${section.join('.')}: ${problem}`)
    properties.set(name, values)
  }
  await checkOutputs(blueprint, scope)
  return { blueprint, plan, properties }
}
