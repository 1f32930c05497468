import { readWish } from '../../domain/wish.ts'
import type { Finding } from './finding.ts'
import type { Picture } from './take-picture.ts'

const aboutStacks = ({ stacks, carried, trusts }: Picture): readonly Finding[] => {
  const living = new Set(stacks.map(({ id }) => id))
  return stacks.flatMap((stack): Finding[] => {
    const { id, name, action, status, traversal, parent_id, parent_resource, trust_id } = stack
    const resource = { type: 'stack', id }
    const findings: Finding[] = []
    if (status === 'IN_PROGRESS' && !carried.has(traversal))
      findings.push({
        kind: 'stack-without-flow',
        resource,
        problem: `The stack ${name} is ${action}_IN_PROGRESS, and no flow carries it on.`,
      })
    // A parent may also keep a nested stack by its deletion policy: that one is no leftover.
    if (parent_id !== null && parent_resource !== null && !living.has(parent_id))
      findings.push({
        kind: 'stack-without-parent',
        resource,
        problem: `The stack ${name} lies within the stack ${parent_id}, which is gone.`,
      })
    else if (parent_resource === null && trusts && (trust_id === null || !trusts.has(trust_id)))
      findings.push({
        kind: 'stack-without-trust',
        resource,
        problem: `The trust by which the stack ${name} is worked on is gone.`,
      })
    return findings
  })
}

const aboutResources = ({ stacks, resources }: Picture): readonly Finding[] => {
  const byId = new Map(stacks.map((stack) => [stack.id, stack]))
  return resources.flatMap((row): Finding[] => {
    const stack = byId.get(row.stack_id)
    const resource = { type: 'stack resource', id: row.id }
    if (!stack) {
      const what =
        row.physical_id === null ? '' : ` It stood for ${row.physical_id}, which may still be there.`
      const problem = `The resource ${row.name} (${row.type}) is of the stack ${row.stack_id}, which is gone.${what}`
      return [{ kind: 'resource-of-gone-stack', resource, problem }]
    }
    if (row.status !== 'IN_PROGRESS' || stack.status === 'IN_PROGRESS') return []
    const problem = `The resource ${row.name} is in progress, and the stack ${stack.name} is at rest.`
    return [{ kind: 'resource-at-work-for-nobody', resource, problem }]
  })
}

const aboutTrusts = ({ stacks, trusts = new Set() }: Picture): readonly Finding[] => {
  const used = new Set(
    stacks.flatMap(({ trust_id, wish }) => [trust_id, ...(readWish(wish).formerTrusts ?? [])]),
  )
  return [...trusts]
    .filter((id) => !used.has(id))
    .map((id) => ({
      kind: 'trust-without-stack',
      resource: { type: 'trust', id },
      problem: `No stack is worked on by the trust ${id}.`,
    }))
}

/** All inconsistencies in a snapshot of the data. */
export const findAll = (picture: Picture): readonly Finding[] => [
  ...aboutStacks(picture),
  ...aboutResources(picture),
  ...aboutTrusts(picture),
]
