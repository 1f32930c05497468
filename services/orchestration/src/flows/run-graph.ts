/** The outcome of a node: done, waiting to be processed again later, or failed with a reason. */
export type NodeOutcome = 'done' | 'waiting' | { readonly failed: string }

export interface GraphNode {
  readonly key: string
  readonly needs: readonly string[]
  run(): Promise<NodeOutcome>
}

export interface GraphResult {
  /** The reasons of failed nodes, by key. */
  readonly failed: ReadonlyMap<string, string>
  /** The number of waiting nodes. */
  readonly waiting: number
  /** The number of nodes that are done. */
  readonly done: number
}

export interface GraphOptions {
  readonly atOnce: number
  /** Whether nodes still start after another has failed. */
  readonly goesOn: boolean
  readonly ending: AbortSignal
}

/**
 * Runs nodes in parallel, each as soon as those it depends on are done. After a failure no further node starts (unless `goesOn`),
 * and the running ones are awaited.
 */
export const runGraph = async (
  nodes: readonly GraphNode[],
  { atOnce, goesOn, ending }: GraphOptions,
): Promise<GraphResult> => {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const left = new Map<string, number>()
  const dependents = new Map<string, string[]>()
  for (const { key, needs } of nodes) {
    const known = [...new Set(needs)].filter((need) => byKey.has(need) && need !== key)
    left.set(key, known.length)
    for (const need of known) {
      const list = dependents.get(need)
      if (list) list.push(key)
      else dependents.set(need, [key])
    }
  }
  const ready = nodes.filter(({ key }) => left.get(key) === 0)
  const failed = new Map<string, string>()
  const running = new Set<Promise<void>>()
  let waiting = 0
  let done = 0
  let next = 0

  const finish = (key: string): void => {
    for (const dependent of dependents.get(key) ?? []) {
      const still = (left.get(dependent) ?? 0) - 1
      left.set(dependent, still)
      const node = byKey.get(dependent)
      if (still === 0 && node) ready.push(node)
    }
  }
  const begin = (node: GraphNode): void => {
    const run = node.run().then((outcome) => {
      if (outcome === 'waiting') waiting += 1
      else if (outcome === 'done') {
        done += 1
        finish(node.key)
      } else {
        failed.set(node.key, outcome.failed)
        if (goesOn) finish(node.key)
      }
    })
    const tracked: Promise<void> = run.finally(() => running.delete(tracked))
    running.add(tracked)
  }
  for (;;) {
    const mayBegin = !ending.aborted && (goesOn || failed.size === 0)
    while (mayBegin && next < ready.length && running.size < atOnce) {
      const node = ready[next]
      next += 1
      if (node) begin(node)
    }
    if (running.size === 0) return { failed, waiting, done }
    await Promise.race(running)
  }
}
