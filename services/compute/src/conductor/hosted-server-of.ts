import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { groupHosts, seenMembers } from '../app/server-groups/group-places.ts'
import { requestSpecs } from '../db/servers/request-specs.ts'
import { internalName, type Server } from '../domain/servers/server.ts'
import { groupRefusal, type RequestedGroup } from '../domain/server-groups/server-group-rules.ts'
import type { ServerSecrets } from '../domain/secrets/server-secrets.ts'
import { errors } from '../flows/flow-errors.ts'
import type { ServerRecord } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock' | 'unseal'>

/**
 * Everything a host needs to know of a server; undefined when its request no longer exists. If a host that will build
 * it is given (`builder`), throws `GroupPolicyViolated` when the server group's policy forbids that host.
 */
export const hostedServerOf =
  (deps: Deps) =>
  async ({ server, disks }: ServerRecord, builder?: string): Promise<HostedServer | undefined> => {
    const { databases, clock, unseal } = deps
    const spec = await requestSpecs(databases.api, clock).find(server.id)
    if (spec === undefined) return undefined
    if (builder !== undefined && spec.group !== undefined)
      await requireGroupAllows(deps, { serverId: server.id, group: spec.group, host: builder })
    return {
      id: server.id,
      name: server.name,
      internalName: internalName(server.number),
      hostname: server.hostname,
      projectId: server.projectId,
      projectName: spec.projectName,
      userId: server.userId,
      userName: spec.userName,
      vmState: server.vmState,
      taskState: server.taskState,
      host: server.host,
      node: server.node ?? '',
      availabilityZone: server.availabilityZone,
      flavor: server.flavor,
      ...(spec.image === undefined ? {} : { image: spec.image }),
      imageProperties: server.imageProperties,
      networks: spec.networks,
      securityGroups: server.securityGroups,
      disks,
      interfaces: server.networkInfo,
      ...(server.deviceAddresses === null ? {} : { deviceAddresses: server.deviceAddresses }),
      configDrive: server.configDrive,
      metadata: server.metadata,
      ...(server.keyName === null ? {} : { keyName: server.keyName }),
      ...(server.publicKey === null ? {} : { publicKey: server.publicKey }),
      ...(server.userData === null ? {} : { userData: server.userData }),
      reservationId: server.reservationId,
      launchIndex: server.launchIndex,
      createdAt: server.createdAt,
      ...secretsOf(server, unseal),
    }
  }

/** Checks the group's policy again, against where the other members are now. */
const requireGroupAllows = async (
  deps: Pick<Deps, 'databases' | 'clock'>,
  {
    serverId,
    group,
    host,
  }: { readonly serverId: string; readonly group: RequestedGroup; readonly host: string },
): Promise<void> => {
  const others = await groupHosts(deps)(group.id, serverId, await seenMembers(deps)(group.id))
  if (groupRefusal(group, host, others) !== undefined)
    throw errors.GroupPolicyViolated({ policy: group.policy })
}

const secretsOf = (
  { sealedSecrets }: Server,
  unseal: ConductorDeps['unseal'],
): Pick<HostedServer, 'secrets'> =>
  sealedSecrets === null || sealedSecrets === ''
    ? {}
    : { secrets: JSON.parse(unseal(sealedSecrets)) as ServerSecrets }
