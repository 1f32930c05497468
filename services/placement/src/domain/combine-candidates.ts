import { hasTraits, type ProviderFacts } from './provider-facts.ts'
import type { CandidateRequest } from './request-groups.ts'
import { inSameSubtree } from './same-subtree.ts'
import type { Slot } from './slots.ts'

/** An allocation candidate. */
export interface Candidate {
  /** Amounts by provider and class. */
  readonly allocations: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The providers of each group, by suffix. */
  readonly mappings: ReadonlyMap<string, readonly string[]>
}

interface Rules {
  readonly request: CandidateRequest
  /** All providers in slots, and their ancestors. */
  readonly providers: ReadonlyMap<string, ProviderFacts>
  /** Set in versions without nested providers: a candidate uses at most one provider per tree. */
  readonly onePerTree: boolean
  /** Called before each step; false ends the search, since combinations multiply. */
  readonly mayTry: () => boolean
}

/** A slot with its chosen provider. */
interface Placed {
  readonly slot: Slot
  readonly provider: ProviderFacts
}

/** The combinations by which one tree fills all slots, depth first with pruning. */
export function* combineCandidates(slots: readonly Slot[], rules: Rules): Generator<Candidate> {
  for (const placed of placements(slots, [], rules)) if (keepsRules(placed, rules)) yield candidate(placed)
}

function* placements(
  [slot, ...rest]: readonly Slot[],
  placed: readonly Placed[],
  rules: Rules,
): Generator<readonly Placed[]> {
  if (!slot) {
    yield placed
    return
  }
  for (const { id } of slot.providers) {
    if (!rules.mayTry()) return
    const provider = rules.providers.get(id)
    if (provider && canJoin({ slot, provider }, placed, rules)) {
      yield* placements(rest, [...placed, { slot, provider }], rules)
    }
  }
}

/** Whether a slot is compatible with those already placed. */
const canJoin = (one: Placed, placed: readonly Placed[], { request, onePerTree }: Rules): boolean => {
  const { provider } = one
  if (onePerTree && placed.some((other) => isTreeMate(other.provider, provider))) return false
  const together = placed.filter((other) => other.provider === provider)
  if (request.groupPolicy === 'isolate' && wantsOwnProvider(one) && together.some(wantsOwnProvider))
    return false
  return [...one.slot.resources].every(([name, amount]) => {
    const room = provider.resources.get(name)
    const sum = together.reduce((total, { slot }) => total + (slot.resources.get(name) ?? 0), amount)
    return room !== undefined && room.used + sum <= room.capacity && sum <= room.maxUnit
  })
}

const isTreeMate = (one: ProviderFacts, other: ProviderFacts): boolean =>
  one !== other && one.rootId === other.rootId

const wantsOwnProvider = ({ slot }: Placed): boolean => slot.suffix !== '' && slot.resources.size > 0

/** The rules that need all slots placed. */
const keepsRules = (placed: readonly Placed[], { request, providers }: Rules): boolean => {
  const unsuffixed = request.groups.get('')
  if (unsuffixed) {
    const traits = placed.filter(({ slot }) => slot.suffix === '').flatMap(({ provider }) => provider.traits)
    if (!hasTraits(new Set(traits), unsuffixed)) return false
  }
  return request.sameSubtrees.every((suffixes) =>
    inSameSubtree(
      placed.filter(({ slot }) => suffixes.includes(slot.suffix)).map(({ provider }) => provider.id),
      providers,
    ),
  )
}

const candidate = (placed: readonly Placed[]): Candidate => {
  const allocations = new Map<string, Map<string, number>>()
  const mappings = new Map<string, string[]>()
  for (const { slot, provider } of placed) {
    const serving = mappings.get(slot.suffix) ?? []
    if (!serving.includes(provider.id)) mappings.set(slot.suffix, [...serving, provider.id])
    if (slot.resources.size === 0) continue
    const amounts = allocations.get(provider.id) ?? new Map<string, number>()
    for (const [name, amount] of slot.resources) amounts.set(name, (amounts.get(name) ?? 0) + amount)
    allocations.set(provider.id, amounts)
  }
  return { allocations, mappings }
}
