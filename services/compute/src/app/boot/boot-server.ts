import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { demandsConfigDrive } from '../../domain/guest-data/demands-config-drive.ts'
import { type DiskConfig, diskConfigOf } from '../../domain/images/disk-config.ts'
import { readAliases } from '../../domain/pci/pci-aliases.ts'
import { newPassword, newReservationId } from '../../domain/secrets/passwords.ts'
import { bootPropertiesOf } from '../../domain/servers/boot-properties.ts'
import type { ComputeApiDeps } from '../app.ts'
import { requireUniqueName } from '../names/require-unique-name.ts'
import { assembleServer } from './assemble-server.ts'
import type { BootRequest } from './boot-request.ts'
import { checkImage } from './check-image.ts'
import { checkNetworks } from './check-networks.ts'
import { checkQuota } from './check-quota.ts'
import { checkRequest } from './check-request.ts'
import { trustedCertificates } from './read-image-signature.ts'
import { recordRequest } from './record-request.ts'
import { zoneOfVolumes } from './zone-of-volumes.ts'

/** The reply to the client. */
export interface AcceptedServers {
  /** The id of the first server. */
  readonly serverId: ServerId
  readonly serverIds: readonly ServerId[]
  readonly reservationId: string
  readonly adminPassword: string
  readonly diskConfig: DiskConfig
  /** The security groups as the client named them. */
  readonly securityGroups: readonly string[]
}

type Deps = Pick<
  ComputeApiDeps,
  'databases' | 'clients' | 'conductor' | 'config' | 'limits' | 'tracer' | 'seal' | 'log' | 'notifier'
> & { readonly clock: Clock }

const namesIn = ({ server }: BootRequest): readonly string[] => {
  const names = (server.security_groups ?? []).flatMap(({ name }) => name ?? [])
  return names.length > 0 ? names : ['default']
}

/**
 * Lines 6 to 12 of the boot flow: checks the request, records it, and hands it to the conductor. Once it returns, the
 * servers will be built even if any process crashes.
 */
export const bootServer = (deps: Deps) => {
  const { tracer, clients, config, conductor, clock, seal, log } = deps
  const check = checkRequest(deps)
  const findImage = checkImage(clients, config)
  const findNetworks = checkNetworks(clients)
  const countAllowed = checkQuota(deps)
  const record = recordRequest(deps)
  const zoneFor = zoneOfVolumes(config)
  const requireFree = requireUniqueName(deps)
  const aliases = readAliases(config.pci.alias)
  const injectsPassword = config.libvirt.inject_password && config.libvirt.inject_partition >= -1

  return async (ctx: Context, request: BootRequest): Promise<AcceptedServers> => {
    const checked = await tracer.span(ctx, 'check-request', (at) => check(at, request))
    const { image, volumeProperties, blockDevices, volumeZones } = await tracer.span(
      ctx,
      'check-image',
      (at) => findImage(at, request, checked),
    )
    const properties = bootPropertiesOf({ image, volumeProperties })
    const imageId = image?.id ?? checked.imageId ?? ''
    const diskConfig = diskConfigOf({ asked: request.server['OS-DCF:diskConfig'], properties, imageId })
    const networks = await tracer.span(ctx, 'check-networks', (at) => findNetworks(at, request, checked))
    const count = await tracer.span(ctx, 'check-quota', (at) => countAllowed(at, checked, networks))
    const findings = {
      request,
      checked: {
        ...checked,
        configDrive: checked.configDrive || demandsConfigDrive(properties),
        availabilityZone: zoneFor({ wanted: checked.availabilityZone, ofVolumes: volumeZones }),
      },
      image,
      volumeProperties,
      trusted: trustedCertificates(config.glance, request.server.trusted_image_certificates),
      blockDevices,
      diskConfig,
      aliases,
      networks,
      count,
      adminPassword: request.server.adminPass ?? newPassword(config.DEFAULT.password_length),
      injectsPassword,
      reservationId: newReservationId(),
      createdAt: timestamp(clock),
    }
    const assembled = Array.from({ length: count }, (_, index) => assembleServer(ctx, index, findings, seal))
    await requireFree({ projectId: ctx.projectId ?? '', names: assembled.map(({ build }) => build.name) })
    const recorded = await record(ctx, assembled)
    const accepted = await tracer.span(ctx, 'accept-request', async () => {
      const [first, ...others] = recorded.map(({ spec }) => spec.serverId)
      if (first === undefined) throw new RangeError('a request for no servers was accepted')
      return {
        serverId: first,
        serverIds: [first, ...others],
        reservationId: findings.reservationId,
        adminPassword: findings.adminPassword,
        diskConfig,
        securityGroups: namesIn(request),
      }
    })
    for (const { spec, flowId } of recorded) {
      const { serverId } = spec
      await tracer
        .span(ctx, 'cast-schedule-and-build', (at) => conductor.scheduleAndBuild(at, { serverId, flowId }), {
          resource: serverId,
        })
        // The flow is recorded: without this notification the conductor finds it later.
        .catch((error: unknown) =>
          log.warn({ error, serverId }, 'the conductor was not notified of a new server'),
        )
    }
    return accepted
  }
}
