import type { Path } from './path.ts'
import type { Scope } from './scope.ts'
import { isList, isMap } from './shapes.ts'
import { functions } from './functions/functions.ts'
import { conditionFunctionsOf, functionsOf, removedFunctionsOf } from './versions.ts'
import { leftOut } from './value.ts'
import { pathText } from './path.ts'
import { invalid, TemplateProblem } from './template-problem.ts'

interface Mode {
  readonly allowed: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
  readonly inCondition: boolean
  /** The conditions under evaluation, to detect cycles. */
  readonly looking: readonly string[]
  /** The items that repeats have made of the value so far. */
  readonly made: { items: number }
}

/** Resolves every function in a value. */
export const resolve = (value: unknown, scope: Scope, path: Path): Promise<unknown> =>
  resolveIn(value, scope, path, {
    allowed: new Set(functionsOf(scope.template.dialect)),
    removed: new Set(removedFunctionsOf(scope.template.dialect)),
    inCondition: false,
    looking: [],
    made: { items: 1 },
  })

/** Evaluates a condition; a missing one is true. */
export const conditionHolds = (condition: unknown, scope: Scope, path: Path): Promise<boolean> =>
  condition === undefined ? Promise.resolve(true) : holdsIn(condition, scope, path, [])

const resolveIn = async (value: unknown, scope: Scope, path: Path, mode: Mode): Promise<unknown> => {
  if (isList(value)) {
    const items: unknown[] = []
    for (const [index, item] of value.entries()) {
      const resolved = await resolveIn(item, scope, [...path, index], mode)
      if (resolved !== leftOut) items.push(resolved)
    }
    return items
  }
  if (!isMap(value)) return value
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && only !== undefined) {
    const [name, args] = only
    if (mode.removed.has(name))
      throw new TemplateProblem(
        'InvalidTemplateVersion',
        path,
        `${pathText(path)}: the function "${name}" is not in this version of the template`,
      )
    if (mode.allowed.has(name)) return callFunction(name, args, scope, [...path, name], mode)
  }
  const resolved: Record<string, unknown> = {}
  for (const [key, item] of entries) {
    const one = await resolveIn(item, scope, [...path, key], mode)
    if (one !== leftOut) resolved[key] = one
  }
  return resolved
}

const callFunction = (
  name: string,
  args: unknown,
  scope: Scope,
  path: Path,
  mode: Mode,
): Promise<unknown> => {
  const run = functions[name]
  if (!run) throw invalid(path, `${pathText(path)}: there is no function "${name}"`)
  return run(args, {
    ...{ name, scope, path, inCondition: mode.inCondition },
    itemsWith: (more) => {
      // Each repeat replaces one item, itself, by several.
      mode.made.items += Math.max(more - 1, 0)
      return mode.made.items
    },
    resolve: (value, ...below) => resolveIn(value, scope, [...path, ...below], mode),
    holds: (condition, ...below) => holdsIn(condition, scope, [...path, ...below], mode.looking),
    wrong: (reason) => invalid(path, `${pathText(path)}: ${reason}`),
  })
}

const holdsIn = async (
  condition: unknown,
  scope: Scope,
  path: Path,
  looking: readonly string[],
): Promise<boolean> => {
  if (typeof condition === 'boolean') return condition
  if (typeof condition === 'string') {
    const { conditions, dialect } = scope.template
    if (!conditions.has(condition)) throw invalid(path, `${pathText(path)}: Invalid condition "${condition}"`)
    if (looking.includes(condition))
      throw new TemplateProblem(
        'CircularDependencyException',
        path,
        `Circular definition for condition "${condition}"`,
      )
    const section = dialect.kind === 'hot' ? 'conditions' : 'Conditions'
    return holdsIn(conditions.get(condition), scope, [section, condition], [...looking, condition])
  }
  const allowed = new Set(conditionFunctionsOf(scope.template.dialect))
  const mode = { allowed, removed: new Set<string>(), inCondition: true, looking, made: { items: 1 } }
  const value = await resolveIn(condition, scope, path, mode)
  if (typeof value !== 'boolean')
    throw invalid(
      path,
      `${pathText(path)}: The condition value should be boolean, after resolved the value is ${JSON.stringify(value)}`,
    )
  return value
}
