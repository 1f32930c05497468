import type { AllocationsBody, ListedAllocations } from '@nimbo/contracts/placement/allocations'
import type { PlacementApp } from '../../app/app.ts'
import type { WantedAllocations } from '../../app/set-allocations.ts'

/** Converts the oldest form of allocations to one keyed by provider. */
export const fromList = ({ allocations, ...body }: { readonly allocations: ListedAllocations }) => ({
  ...body,
  allocations: Object.fromEntries(
    allocations.map(({ resource_provider, resources }) => [resource_provider.uuid, { resources }]),
  ),
})

type OwnedBody = Partial<AllocationsBody> & Pick<AllocationsBody, 'allocations'>

/** Converts a body of any version for the use case; before 1.8 it has no owner. */
export const wantedFrom = (
  { unnamedOwner }: Pick<PlacementApp, 'unnamedOwner'>,
  consumer: string,
  body: OwnedBody,
): WantedAllocations => ({
  consumer,
  projectId: body.project_id ?? unnamedOwner.projectId,
  userId: body.user_id ?? unnamedOwner.userId,
  consumerType: body.consumer_type ?? null,
  generation: body.consumer_generation,
  providers: Object.fromEntries(
    Object.entries(body.allocations).map(([provider, { resources }]) => [provider, resources]),
  ),
})
