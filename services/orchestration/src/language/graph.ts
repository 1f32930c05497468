import { TemplateProblem } from './template-problem.ts'

/** Which resources each resource needs, by name. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>

/** One circle, as names in their order, the first again at its end; undefined where there is none. */
const findCircle = (needs: Needs): readonly string[] | undefined => {
  const state = new Map<string, 'open' | 'done'>()
  for (const start of needs.keys()) {
    if (state.has(start)) continue
    // Without recursion: chains may be as long as stacks are large.
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

/** Throws when resources need one another in a circle, naming it whole. */
export const refuseCircles = (needs: Needs): void => {
  const circle = findCircle(needs)
  if (circle)
    throw new TemplateProblem(
      'CircularDependencyException',
      ['resources', circle[0] ?? ''],
      `Circular Dependency Found: ${circle.join(' -> ')}`,
    )
}

/** The other way round: who needs each. */
export const neededBy = (needs: Needs): Needs => {
  const turned = new Map<string, Set<string>>([...needs.keys()].map((name) => [name, new Set()]))
  for (const [name, all] of needs) for (const one of all) turned.get(one)?.add(name)
  return turned
}
