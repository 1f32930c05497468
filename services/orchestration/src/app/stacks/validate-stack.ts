import type { Context } from '@nimbo/kernel/context'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import type { StoredTemplate } from '../../db/templates.ts'
import { errors } from '../../errors.ts'
import { refuseCircles } from '../../language/graph.ts'
import { typeBehind } from '../../language/registry.ts'
import { resolve } from '../../language/resolve.ts'
import type { Scope } from '../../language/scope.ts'
import { isMap } from '../../language/shapes.ts'
import { hasForm } from '../../language/versions.ts'
import { located, readSource } from '../../language/source.ts'
import { invalid, TemplateProblem } from '../../language/template-problem.ts'
import { readProperties, type Resolve } from '../../resource-type/read-properties.ts'
import { resolveEntities } from '../../resource-type/resolve-entity.ts'
import type { HeatApp } from '../app.ts'
import { type Blueprint, blueprintOf } from '../templates/blueprint.ts'
import { findType } from '../templates/find-type.ts'
import { type Planned, planOf } from '../templates/plan.ts'
import { scopeBefore } from '../templates/scope-before.ts'
import { templateWithin } from '../templates/template-within.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly project_id: string
}

/** A valid stack before it is created. */
export interface Validated {
  readonly blueprint: Blueprint
  readonly plan: ReadonlyMap<string, Planned>
  /** By resource name; only values known before anything is created. */
  readonly properties: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  /** The nested stacks, by the name of their resource. */
  readonly within: ReadonlyMap<string, Validated>
}

/** What is shared or counted while a tree of stacks is validated. */
interface Reach {
  readonly lookUp: Resolve
  readonly depth: number
  readonly held: { resources: number }
}

const refuseTooMany = (app: HeatApp, { held, depth }: Reach, count: number): void => {
  const { max_resources_per_stack: most, max_nested_stack_depth: deepest } = app.config.DEFAULT
  const refuse = (what: string) => errors.RequestLimitExceeded({ message: `Request limit exceeded: ${what}` })
  if (depth > deepest) throw refuse(`Recursion depth exceeds ${deepest}.`)
  held.resources += count
  if (most >= 0 && held.resources > most) throw refuse('Maximum resources per stack exceeded.')
}

/** Attributes and resources that outputs refer to must exist. */
const checkOutputs = async ({ template }: Blueprint, scope: Scope): Promise<void> => {
  const section = template.dialect.kind === 'hot' ? 'outputs' : 'Outputs'
  for (const { name, value } of template.outputs.values())
    await resolve(value, scope, [section, name, 'value'])
}

const policies = ['Delete', 'Retain', 'Snapshot']

/** Since this version deletion policies are case-insensitive and may contain functions. */
const freePoliciesSince = '2016-10-14'

const checkPolicy = async (definition: Planned['definition'], scope: Scope): Promise<void> => {
  if (definition.deletionPolicy === undefined) return
  const { dialect } = scope.template
  const isHot = dialect.kind === 'hot'
  const path = [
    isHot ? 'resources' : 'Resources',
    definition.name,
    isHot ? 'deletion_policy' : 'DeletionPolicy',
  ]
  const isFree = hasForm(dialect, freePoliciesSince)
  const policy = isFree ? await resolve(definition.deletionPolicy, scope, path) : definition.deletionPolicy
  const isFit = (one: string): boolean =>
    one === policy || (isFree && one.toLowerCase() === String(policy).toLowerCase())
  if (!policies.some(isFit)) throw invalid(path, `Invalid deletion policy "${String(policy)}"`)
}

/**
 * Validates a nested stack, and reports a problem on the parent's resource, with file and line if the template is one of the
 * given files.
 */
const judgeWithin = async (
  {
    definition: { name, type },
    section,
  }: { readonly definition: Planned['definition']; readonly section: string },
  { environment, files }: Blueprint,
  judge: () => Promise<Validated>,
): Promise<Validated> => {
  try {
    return await judge()
  } catch (error) {
    const file = typeBehind(environment.registry, type, name)
    const text = Object.hasOwn(files, file) ? files[file] : undefined
    const problem = isFault(error, 'PropertyError')
      ? invalid(String(error.details.where ?? '').split('.'), error.message)
      : error
    if (!(problem instanceof TemplateProblem)) throw error
    const message = text === undefined ? problem.message : located(problem, readSource(text), file)
    throw new TemplateProblem(problem.code, [section, name], message)
  }
}

const validate = async (
  app: HeatApp,
  ctx: Context,
  blueprint: Blueprint,
  stack: Named,
  reach: Reach,
): Promise<Validated> => {
  const { template } = blueprint
  const scope = scopeBefore(app, ctx, blueprint, { mayLack: reach.depth > 0 })
  refuseTooMany(app, reach, template.resources.size)
  const typeOf = ({ type, name }: Planned['definition']) => {
    const found = findType(app.types, blueprint, type, name)
    if (!app.mayUse(ctx, found.type)) throw errors.Forbidden({ rule: found.type })
    return found
  }
  const plan = await planOf({ template, scope, typeOf })
  refuseCircles(new Map([...plan].map(([name, { requires }]) => [name, new Set(requires)])))
  const properties = new Map<string, Readonly<Record<string, unknown>>>()
  const within = new Map<string, Validated>()
  const isHot = template.dialect.kind === 'hot'
  for (const { definition } of plan.values()) {
    const { name } = definition
    const type = typeOf(definition)
    const section = isHot ? ['resources', name, 'properties'] : ['Resources', name, 'Properties']
    await checkPolicy(definition, scope)
    const given = await resolve(definition.properties, scope, section)
    const values = await readProperties(type.properties, isMap(given) && !type.anyProperty ? given : {}, {
      where: section.join('.'),
      resolve: reach.lookUp,
    })
    const [problem] = type.validate?.(values) ?? []
    if (problem !== undefined) throw invalid(section, `Property error: ${section.join('.')}: ${problem}`)
    properties.set(name, values)
    const stored = await templateWithin(app, ctx, blueprint, {
      ...{ name, type, properties: values, stackName: stack.name },
    })
    if (stored === undefined) continue
    const named = { ...stack, id: '', name: `${stack.name}-${name}` }
    const inner = await judgeWithin({ definition, section: section[0] ?? '' }, blueprint, async () => {
      const child = await blueprintOf(stored, named, { strict: false })
      return validate(app, ctx, child, named, { ...reach, depth: reach.depth + 1 })
    })
    within.set(name, inner)
  }
  // Outputs of nested stacks are only checked when they are read.
  if (reach.depth === 0) await checkOutputs(blueprint, scope)
  return { blueprint, plan, properties, within }
}

/** Validates a template and its nested stacks as far as possible before a stack is created. Throws template problems. */
export const validateStack = async (
  app: HeatApp,
  ctx: Context,
  stored: StoredTemplate,
  stack: Named,
): Promise<Validated> => {
  const lookUp = resolveEntities(app.clients(ctx))
  const ask = async (constraint: string, value: unknown) => {
    try {
      await lookUp(constraint, value)
      return undefined
    } catch (error) {
      return `Error validating value '${String(value)}': ${messageOf(error)}`
    }
  }
  const blueprint = await blueprintOf(stored, stack, { ask })
  return validate(app, ctx, blueprint, stack, { lookUp, depth: 0, held: { resources: 0 } })
}
