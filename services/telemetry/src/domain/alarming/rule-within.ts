import type { CompositeRule, Rule } from './alarm-rule.ts'

type Part = CompositeRule['rules'][number]

/** Limits a resource query to a project; one that is limited to it already stays as it is. */
const queryWithin = (query: string, projectId: string): string => {
  const asked: unknown = JSON.parse(query)
  const own = { '=': { project_id: projectId } }
  // Compared as it is evaluated, not as it was written: of two properties with one name only the last counts.
  const isWithin = JSON.stringify(asked).startsWith(JSON.stringify({ and: [own] }).slice(0, -2))
  return JSON.stringify(isWithin ? asked : { and: [own, asked] })
}

const partWithin = (part: Part, projectId: string): Part => {
  if (part.kind === 'composite')
    return { ...part, rules: part.rules.map((inner) => partWithin(inner, projectId)) }
  return part.kind === 'gnocchi_aggregation_by_resources_threshold'
    ? { ...part, query: queryWithin(part.query, projectId) }
    : part
}

/** Limits the resource queries of a rule, also those of the rules that it is composed of, to a project. */
export const ruleWithin = (rule: Rule, projectId: string): Rule =>
  rule.kind === 'event' || rule.kind === 'loadbalancer_member_health' ? rule : partWithin(rule, projectId)
