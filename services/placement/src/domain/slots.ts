/** A provider that a group can be served from. */
export interface SlotProvider {
  readonly id: string
  readonly rootId: string
}

/** What is taken from one provider, and who could give it: a suffixed group, or one class of the unsuffixed one. */
export interface Slot {
  readonly suffix: string
  /** Amounts by class; none for a group that only says where others must be. */
  readonly resources: ReadonlyMap<string, number>
  readonly providers: readonly SlotProvider[]
}

/** Providers that share what they have with a tree, by its root. */
export type SharersByRoot = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The slots as each tree can fill them, from its own providers or from those that share with it; trees that cannot fill
 * one are left out. In order of the first provider of a tree.
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
