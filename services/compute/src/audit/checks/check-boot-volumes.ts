import type { Check } from './check.ts'

/** Volumes created for a boot that no server ever got. */
export const checkBootVolumes: Check = (census) =>
  census.bootVolumes
    .filter(({ serverId, known }) => !known && !census.busy(serverId))
    .filter(({ serverId }) => ['live', 'gone'].includes(census.standing(serverId)))
    .map(({ id, serverId }) => ({
      kind: 'volume-of-failed-boot',
      resource: { type: 'volume', id },
      serverId,
      problem: `Volume ${id} was made for the boot of server ${serverId}, which has no such disk.`,
    }))
