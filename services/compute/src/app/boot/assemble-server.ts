import type { Context } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { embedFlavor } from '../../domain/flavors/flavor.ts'
import { canonicalAddress } from '../../domain/networks/ip-address.ts'
import type { PciAlias } from '../../domain/pci/pci-aliases.ts'
import type { ServerSecrets } from '../../domain/secrets/server-secrets.ts'
import { bootPropertiesOf } from '../../domain/servers/boot-properties.ts'
import { hostnameOf } from '../../domain/servers/hostname.ts'
import type { BlockDevice, BuildRequest, RequestSpec } from '../../domain/servers/request-spec.ts'
import type { BootRequest, CheckedNetworks, CheckedRequest } from './boot-request.ts'

/** The results of all checks of a request. */
export interface Findings {
  readonly request: BootRequest
  readonly checked: CheckedRequest
  readonly image: RequestSpec['image']
  readonly volumeProperties: RequestSpec['volumeProperties']
  readonly trusted: readonly string[] | undefined
  readonly blockDevices: readonly BlockDevice[]
  readonly diskConfig: BuildRequest['diskConfig']
  readonly networks: CheckedNetworks
  readonly adminPassword: string
  /** Whether hosts write the admin password into disks. */
  readonly injectsPassword: boolean
  readonly reservationId: string
  readonly createdAt: string
  readonly aliases: ReadonlyMap<string, PciAlias>
  /** How many servers to create. */
  readonly count: number
}

/** The database rows of one new server. */
export interface AssembledServer {
  readonly spec: RequestSpec
  readonly build: BuildRequest
}

const present = <Value, Key extends string>(key: Key, value: Value | null | undefined) =>
  (value === null || value === undefined || value === '' ? {} : { [key]: value }) as { [K in Key]?: Value }

const specOf = (
  ctx: Context,
  serverId: ServerId,
  { checked, image, volumeProperties, networks, aliases }: Findings,
): RequestSpec => ({
  serverId,
  projectId: ctx.projectId ?? '',
  userId: ctx.userId ?? '',
  userName: ctx.userName ?? '',
  projectName: ctx.projectName ?? '',
  flavor: embedFlavor(checked.flavor, aliases, bootPropertiesOf({ image, volumeProperties })),
  schedulerHints: checked.schedulerHints,
  networks: networks.networks,
  securityGroups: networks.securityGroups,
  ...present('image', image),
  ...present('volumeProperties', volumeProperties),
  ...present('availabilityZone', checked.availabilityZone),
  ...present('forcedHost', checked.forcedHost),
  ...present('forcedNode', checked.forcedNode),
  ...present('requestedHost', checked.requestedHost),
  ...present('requestedNode', checked.requestedNode),
  ...present('group', checked.group),
})

/** The server at `index` of a request; with several, names get a number appended. */
export const assembleServer = (
  ctx: Context,
  index: number,
  findings: Findings,
  seal: (text: string) => string,
): AssembledServer => {
  const { request, checked, adminPassword, reservationId, createdAt, count } = findings
  const { server } = request
  const serverId = newId<ServerId>()
  const numbered = (text: string): string => (count > 1 ? `${text}-${index + 1}` : text)
  const secrets: ServerSecrets = { adminPassword, personality: server.personality ?? [] }
  // What reaches the guest neither on a config drive nor on its disk is not stored. Whether files do, its host will know.
  const isUsed = checked.configDrive || findings.injectsPassword || secrets.personality.length > 0
  const sealedSecrets = isUsed ? seal(JSON.stringify(secrets)) : null
  const build: BuildRequest = {
    serverId,
    name: numbered(server.name),
    description: server.description ?? null,
    hostname: server.hostname ? numbered(server.hostname) : hostnameOf(numbered(server.name), serverId),
    configDrive: checked.configDrive,
    metadata: server.metadata ?? {},
    tags: [...new Set(server.tags)],
    reservationId,
    launchIndex: index,
    diskConfig: findings.diskConfig,
    locked: false,
    sealedSecrets,
    blockDevices: findings.blockDevices.map((device) => ({ ...device, id: newId() })),
    createdAt,
    ...present('keyName', checked.keyPair?.name),
    ...present('publicKey', checked.keyPair?.publicKey),
    ...present('userData', checked.userData),
    ...present('accessIpV4', server.accessIPv4),
    ...present('accessIpV6', server.accessIPv6 && canonicalAddress(server.accessIPv6)),
    ...present('trustedImageCertificates', findings.trusted),
  }
  return { spec: specOf(ctx, serverId, findings), build }
}
