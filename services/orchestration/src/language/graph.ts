import { TemplateProblem } from './template-problem.ts'

/** The dependencies of each resource, by name. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>

/** A dependency cycle as names in order, the first one repeated at the end; undefined if there is none. */
const findCircle = (needs: Needs): readonly string[] | undefined => {
  const state = new Map<string, 'open' | 'done'>()
  for (const start of needs.keys()) {
    if (state.has(start)) continue
    // Iterative, since dependency chains may be as long as a stack is large.
    const trail: { readonly name: string; readonly rest: Iterator<string> }[] = []
    const enter = (name: string) => {
      state.set(name, 'open')
      trail.push({ name, rest: (needs.get(name) ?? new Set<string>()).values() })
    }
    enter(start)
    while (trail.length > 0) {
      const here = trail.at(-1)
      const next = here?.rest.next()
      if (here === undefined || next === undefined) break
      if (next.done) {
        state.set(here.name, 'done')
        trail.pop()
      } else if (state.get(next.value) === 'open') {
        const from = trail.findIndex(({ name }) => name === next.value)
        return [...trail.slice(from).map(({ name }) => name), next.value]
      } else if (!state.has(next.value)) enter(next.value)
    }
  }
  return undefined
}

/** Throws when resources depend on each other in a cycle; the error names the whole cycle. */
export const refuseCircles = (needs: Needs): void => {
  const circle = findCircle(needs)
  if (circle)
    throw new TemplateProblem(
      'CircularDependencyException',
      ['resources', circle[0] ?? ''],
      `Circular Dependency Found: ${circle.join(' -> ')}`,
    )
}

/** The reverse graph: the dependents of each resource. */
export const neededBy = (needs: Needs): Needs => {
  const turned = new Map<string, Set<string>>([...needs.keys()].map((name) => [name, new Set()]))
  for (const [name, all] of needs) for (const one of all) turned.get(one)?.add(name)
  return turned
}
