import type {
  LostServerAloneView,
  LostServerBriefView,
  LostServerView,
} from '@nimbo/contracts/compute/servers'
import type { LostServer } from './lost-server.ts'
import type { RequestSpec } from './request-spec.ts'
import { bookmarkBase, linksTo } from './server-view.ts'
import { wireTime } from '../wire-time.ts'

/** A server of a cell that is down, in a short list. */
export const lostServerBrief = ({ id }: LostServer, base: string): LostServerBriefView => ({
  id,
  status: 'UNKNOWN',
  links: linksTo(base, `/servers/${id}`),
})

/** A server of a cell that is down, in a detailed list. */
export const lostServerView = (lost: LostServer, base: string): LostServerView => ({
  ...lostServerBrief(lost, base),
  tenant_id: lost.projectId,
  created: wireTime(lost.createdAt),
})

/** A server of a cell that is down, shown alone: with what its request spec contains. */
export const lostServerAlone = (
  lost: LostServer,
  spec: RequestSpec | undefined,
  base: string,
): LostServerAloneView => ({
  ...lostServerView(lost, base),
  user_id: lost.userId,
  'OS-EXT-STS:power_state': 0,
  ...(spec === undefined
    ? {}
    : {
        'OS-EXT-AZ:availability_zone': spec.availabilityZone ?? 'UNKNOWN',
        flavor: {
          vcpus: spec.flavor.vcpus,
          ram: spec.flavor.memoryMb,
          disk: spec.flavor.rootGb,
          ephemeral: spec.flavor.ephemeralGb,
          swap: spec.flavor.swapMb,
          original_name: spec.flavor.name,
          extra_specs: { ...spec.flavor.extraSpecs },
        },
        image:
          spec.image === undefined
            ? ''
            : {
                id: spec.image.id,
                links: [{ rel: 'bookmark', href: `${bookmarkBase(base)}/images/${spec.image.id}` }],
              },
      }),
})
