import { bootPropertiesOf } from './boot-properties.ts'
import type { BuildRequest, RequestSpec } from './request-spec.ts'
import type { Server } from './server.ts'

/** The properties that a user may change while a server has no cell. */
export const changeableParts = (build: BuildRequest) =>
  ({
    name: build.name,
    description: build.description,
    hostname: build.hostname,
    metadata: build.metadata,
    tags: build.tags,
    accessIpV4: build.accessIpV4 ?? null,
    accessIpV6: build.accessIpV6 ?? null,
    diskConfig: build.diskConfig,
    locked: build.locked,
    lockedReason: build.lockedReason ?? null,
    lockedBy: build.lockedBy ?? null,
  }) satisfies Partial<Server>

/** A new server as it enters a cell, which assigns its number. */
export const newServer = (spec: RequestSpec, build: BuildRequest): Omit<Server, 'number'> => ({
  ...changeableParts(build),
  id: spec.serverId,
  projectId: spec.projectId,
  userId: spec.userId,
  imageId: spec.image?.id ?? null,
  flavor: spec.flavor,
  imageProperties: bootPropertiesOf(spec),
  keyName: build.keyName ?? null,
  publicKey: build.publicKey ?? null,
  userData: build.userData ?? null,
  configDrive: build.configDrive,
  reservationId: build.reservationId,
  launchIndex: build.launchIndex,
  availabilityZone: spec.availabilityZone ?? null,
  host: null,
  node: null,
  launchedOn: null,
  vmState: 'building',
  taskState: 'scheduling',
  powerState: 0,
  progress: 0,
  rootDeviceName: build.blockDevices.find(({ bootIndex }) => bootIndex === 0)?.deviceName ?? null,
  securityGroups: spec.securityGroups,
  networkInfo: [],
  sealedSecrets: build.sealedSecrets,
  deviceAddresses: null,
  trustedImageCertificates: build.trustedImageCertificates ?? null,
  createdAt: build.createdAt,
  updatedAt: build.createdAt,
  launchedAt: null,
  terminatedAt: null,
  deletedAt: null,
})
