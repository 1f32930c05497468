import type { Surveys } from '../../src/audit/audit-deps.ts'
import type { fakeServices } from './fake-services.ts'

/** Reads all that the doubles of placement and volumes hold. */
export const fakeSurveys = ({
  providers,
  allocations,
  volumes,
  attachments,
}: Pick<
  ReturnType<typeof fakeServices>,
  'providers' | 'allocations' | 'volumes' | 'attachments'
>): Surveys => ({
  placement: {
    providers: async () =>
      [...providers].map(([uuid, { name }]) => ({ uuid, name, root_provider_uuid: uuid })),
    heldOf: async (_ctx, providerId) =>
      Object.fromEntries(
        [...allocations].flatMap(([consumerId, held]) => {
          const own = held[providerId]
          return own === undefined ? [] : [[consumerId, own]]
        }),
      ),
    consumerType: async (_ctx, id) => (allocations.has(id) ? 'INSTANCE' : undefined),
  },
  volume: {
    volumes: async () => [...volumes.values()].map((volume) => ({ metadata: {}, ...volume })),
    attachments: async () => [...attachments.values()],
    resetToAvailable: async (_ctx, id) => {
      const volume = volumes.get(id)
      if (volume !== undefined) volumes.set(id, { ...volume, status: 'available' })
    },
  },
})
