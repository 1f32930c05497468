import { findCandidates } from '../db/candidates.ts'
import { inventoriesOf, traitsOf, usagesOf } from '../db/providers.ts'
import type { RequestGroup } from '../domain/request-group.ts'
import { errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'
import { unknownResourceClass, unknownTraits } from './known-names.ts'

export interface Candidates {
  /** Providers that can satisfy the request, each alone. */
  readonly providers: readonly string[]
  readonly summaries: readonly ProviderSummary[]
}

export interface ProviderSummary {
  readonly id: string
  readonly parentId: string | null
  readonly rootId: string
  readonly resources: ReadonlyMap<string, { readonly capacity: number; readonly used: number }>
  readonly traits: readonly string[]
}

/** Providers with room for a request, and what they have: the facts a scheduler filters and weighs by. */
export const findAllocationCandidates =
  (app: PlacementApp) =>
  async (group: RequestGroup, limit: number | undefined): Promise<Candidates> => {
    const unknownClass = await unknownResourceClass(app.db, [...group.resources.keys()])
    if (unknownClass)
      throw errors.Invalid({
        reason: `Invalid resource class in resources parameter: No such resource class ${unknownClass}.`,
      })
    const [unknownTrait] = await unknownTraits(app.db, [
      ...group.requiredTraits.flat(),
      ...group.forbiddenTraits,
    ])
    if (unknownTrait) throw errors.Invalid({ reason: `No such trait(s): ${unknownTrait}.` })
    const providers = await findCandidates(
      app.db,
      group,
      Math.min(limit ?? app.maxCandidates, app.maxCandidates),
    )
    return { providers, summaries: await summarise(app, providers) }
  }

const summarise = async ({ db }: PlacementApp, ids: readonly string[]): Promise<ProviderSummary[]> => {
  if (ids.length === 0) return []
  const [rows, inventories, usages, traits] = await Promise.all([
    db
      .selectFrom('resource_providers')
      .select(['id', 'parent_id', 'root_id'])
      .where('id', 'in', ids)
      .execute(),
    inventoriesOf(db, ids),
    usagesOf(db, ids),
    traitsOf(db, ids),
  ])
  const used = new Map(usages.map((row) => [`${row.provider_id} ${row.resource_class}`, Number(row.used)]))
  const summaries = new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        parentId: row.parent_id,
        rootId: row.root_id,
        resources: new Map<string, { capacity: number; used: number }>(),
        traits: [] as string[],
      },
    ]),
  )
  for (const inventory of inventories) {
    const capacity = Math.floor((inventory.total - inventory.reserved) * inventory.allocation_ratio)
    summaries.get(inventory.provider_id)?.resources.set(inventory.resource_class, {
      capacity,
      used: used.get(`${inventory.provider_id} ${inventory.resource_class}`) ?? 0,
    })
  }
  for (const { provider_id, trait } of traits) summaries.get(provider_id)?.traits.push(trait)
  return [...summaries.values()]
}
