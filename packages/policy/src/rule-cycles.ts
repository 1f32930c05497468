import type { Expression } from './parse-check.ts'
import { PolicyError } from './policy-error.ts'

const referencesOf = (expression: Expression): readonly string[] => {
  switch (expression.type) {
    case 'check':
      return expression.kind === 'rule' ? [expression.match] : []
    case 'not':
      return referencesOf(expression.operand)
    case 'and':
    case 'or':
      return expression.operands.flatMap(referencesOf)
    case 'always':
    case 'never':
      return []
  }
}

/** Throws a `PolicyError` with the first cycle of references. */
export const refuseCycles = (rules: ReadonlyMap<string, Expression>): void => {
  const cleared = new Set<string>()
  const visit = (name: string, trail: readonly string[]): void => {
    if (trail.includes(name)) {
      const circle = [...trail.slice(trail.indexOf(name)), name]
      throw new PolicyError(`policy rules refer to each other in a circle: ${circle.join(' → ')}`)
    }
    const expression = rules.get(name)
    if (expression === undefined || cleared.has(name)) return
    for (const reference of referencesOf(expression)) visit(reference, [...trail, name])
    cleared.add(name)
  }
  for (const name of rules.keys()) visit(name, [])
}
