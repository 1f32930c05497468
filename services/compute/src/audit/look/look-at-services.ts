import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementSurvey } from '@nimbo/clients/placement-survey'
import type { VolumeSurvey } from '@nimbo/clients/volume-survey'
import type { Context } from '@nimbo/kernel/context'
import type { SeenAllocation, SeenPort } from '../picture.ts'

const serversAre = 'INSTANCE'
const computeOwner = 'compute:'

/** Servers' allocations in placement; other consumer types are ignored. */
export const lookAtPlacement = async (
  placement: PlacementSurvey,
  ctx: Context,
  isServer: (consumerId: string) => boolean,
): Promise<readonly SeenAllocation[]> => {
  const seen: SeenAllocation[] = []
  for (const { uuid, root_provider_uuid: root } of await placement.providers(ctx))
    for (const consumerId of Object.keys(await placement.heldOf(ctx, uuid)))
      seen.push({ consumerId, providerId: uuid, rootProviderId: root })
  const strangers = new Set(seen.map(({ consumerId }) => consumerId).filter((id) => !isServer(id)))
  for (const id of strangers) if ((await placement.consumerType(ctx, id)) === serversAre) strangers.delete(id)
  return seen.filter(({ consumerId }) => !strangers.has(consumerId))
}

/** The ports of servers. */
export const lookAtPorts = async (
  network: Pick<NetworkClient, 'ports'>,
  ctx: Context,
): Promise<readonly SeenPort[]> => {
  const fields = ['id', 'device_id', 'device_owner', 'binding:host_id']
  return (await network.ports(ctx, { fields }))
    .filter(({ device_id, device_owner }) => device_id !== '' && device_owner.startsWith(computeOwner))
    .map((port) => ({ id: port.id, deviceId: port.device_id, boundTo: port['binding:host_id'] ?? '' }))
}

/** Volumes and attachments of all projects. */
export const lookAtVolumes = async (volume: VolumeSurvey, ctx: Context) => ({
  attachments: await volume.attachments(ctx),
  volumes: await volume.volumes(ctx),
})
