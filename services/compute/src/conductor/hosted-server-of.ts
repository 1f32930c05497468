import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { requestSpecs } from '../db/request-specs.ts'
import { internalName, type Server } from '../domain/server.ts'
import type { ServerSecrets } from '../domain/server-secrets.ts'
import type { ServerRecord } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'

/** All that a host is told of a server; undefined when nobody knows (any more) what was asked for. */
export const hostedServerOf =
  ({ databases, clock, unseal }: Pick<ConductorDeps, 'databases' | 'clock' | 'unseal'>) =>
  async ({ server, disks }: ServerRecord): Promise<HostedServer | undefined> => {
    const spec = await requestSpecs(databases.api, clock).find(server.id)
    if (spec === undefined) return undefined
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

const secretsOf = (
  { sealedSecrets }: Server,
  unseal: ConductorDeps['unseal'],
): Pick<HostedServer, 'secrets'> =>
  sealedSecrets === null || sealedSecrets === ''
    ? {}
    : { secrets: JSON.parse(unseal(sealedSecrets)) as ServerSecrets }
