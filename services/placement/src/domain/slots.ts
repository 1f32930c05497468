/** A provider that could serve a slot. */
export interface SlotProvider {
  readonly id: string
  readonly rootId: string
}

/** A suffixed group, or one class of the unsuffixed group, with possible providers. */
export interface Slot {
  readonly suffix: string
  /** Amounts by class; empty for a group that only constrains same_subtree. */
  readonly resources: ReadonlyMap<string, number>
  readonly providers: readonly SlotProvider[]
}

/** Sharing providers by the root of the tree they share with. */
export type SharersByRoot = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The slots of each tree, with its own and shared providers; trees that cannot fill a slot are left out. In order of each tree's
 * first provider.
 */
export const slotsByTree = (
  slots: readonly Slot[],
  sharers: SharersByRoot,
): ReadonlyMap<string, readonly Slot[]> => {
  const choices = slots.map((slot) => choicesByTree(slot.providers, sharers))
  const [first, ...others] = choices
  const filled = new Map<string, readonly Slot[]>()
  for (const root of first?.keys() ?? []) {
    if (!others.every((choice) => choice.has(root))) continue
    filled.set(
      root,
      slots.map((slot, at) => ({ ...slot, providers: choices[at]?.get(root) ?? [] })),
    )
  }
  return filled
}

const choicesByTree = (
  providers: readonly SlotProvider[],
  sharers: SharersByRoot,
): ReadonlyMap<string, readonly SlotProvider[]> => {
  const choices = Map.groupBy(providers, ({ rootId }) => rootId)
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  for (const [root, ids] of sharers) {
    const shared = [...ids].flatMap((id) => byId.get(id) ?? []).filter(({ rootId }) => rootId !== root)
    if (shared.length > 0) choices.set(root, [...(choices.get(root) ?? []), ...shared])
  }
  return choices
}
