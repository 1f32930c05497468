import { rebuild as action, type RebuildRequest } from '@nimbo/contracts/compute/actions/rebuild'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { rebuildScheduledNotifications } from '@nimbo/contracts/compute/notifications/servers'
import type { Context } from '@nimbo/kernel/context'
import { blockDevices } from '../../db/servers/block-devices.ts'
import type { ServerChanges } from '../../db/servers/instances.ts'
import { keyPairs } from '../../db/key-pairs.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { canonicalAddress } from '../../domain/networks/ip-address.ts'
import { newPassword } from '../../domain/secrets/passwords.ts'
import { lowerLimits } from '../../domain/quotas/member-limits.ts'
import { isOver, type Limits } from '../../domain/quotas/quota.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { requireHardware } from '../../domain/hardware/require-hardware.ts'
import { requireSameTopology } from '../../domain/numa/require-topology.ts'
import { requestedImage, requireFits } from '../../domain/images/requested-image.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { kernelExists } from '../boot/kernel-exists.ts'
import {
  readImageSignature,
  refuseCertificatesOnVolume,
  trustedCertificates,
} from '../boot/read-image-signature.ts'
import { readUserData, requirePersonality } from '../boot/given-data.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'
import { checkReimage } from './check-reimage.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients' | 'config' | 'limits' | 'seal'>

interface Asked {
  readonly request: RebuildRequest
  /** Throws unless policy allows the rule. */
  readonly enforce: (rule: string) => void
  /** Whether the image is written to the root volume of a server that boots from one: not before 2.93. */
  readonly reimages: boolean
}

type Image = NonNullable<RequestSpec['image']>

const findImage = async ({ clients }: Deps, ctx: Context, id: string): Promise<Image> => {
  const found = await clients.image.show(ctx, id)
  const notFound = () => errors.BadRequest({ reason: 'Cannot find image for rebuild' })
  if (found === undefined) throw notFound()
  if (found.status !== 'active') throw errors.ImageNotActive({ id })
  const image = requestedImage(found)
  if (!(await kernelExists(clients, ctx, image))) throw notFound()
  return image
}

/** A server that boots from a volume keeps its content before 2.93, so the rebuild must use the volume's image. */
const requireSameImage = async (
  { clients }: Deps,
  ctx: Context,
  volumeId: string | undefined,
  image: Image,
): Promise<void> => {
  const volume = volumeId === undefined ? undefined : await clients.volume.show(ctx, volumeId)
  if (volume?.volume_image_metadata?.image_id !== image.id)
    throw errors.BadRequest({
      reason: 'Unable to rebuild with a different image for a volume-backed server.',
    })
}

/** Key pairs belong to users, so the key is the caller's, who may be another user than the server's. */
const keyOf = async (
  { databases, clock }: Deps,
  { userId = '' }: Context,
  name: string | null | undefined,
): Promise<ServerChanges> => {
  if (name === undefined) return {}
  if (name === null) return { keyName: null, publicKey: null }
  const row = await keyPairs(databases.api, clock).find(userId, name)
  if (!row) throw errors.KeyPairInvalidName()
  return { keyName: row.name, publicKey: row.public_key }
}

/** The changes in the database when the rebuild is accepted. */
const changesOf = async (
  deps: Deps,
  ctx: Context,
  request: RebuildRequest,
  limits: Limits,
): Promise<ServerChanges> => {
  const { metadata, personality = [], name, description, hostname, accessIPv4, accessIPv6 } = request
  if (isOver(limits.metadata_items, Object.keys(metadata ?? {}).length))
    throw errors.MetadataLimitExceeded({ allowed: limits.metadata_items })
  requirePersonality(personality, limits)
  const { 'OS-DCF:diskConfig': diskConfig } = request
  return {
    progress: 0,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(diskConfig === undefined ? {} : { diskConfig }),
    ...(accessIPv4 === undefined ? {} : { accessIpV4: accessIPv4 }),
    ...(accessIPv6 === undefined ? {} : { accessIpV6: canonicalAddress(accessIPv6) }),
    ...(request.user_data === undefined ? {} : { userData: readUserData(request.user_data) ?? null }),
    ...(await keyOf(deps, ctx, request.key_name)),
  }
}

/** Rebuilds a server on its host, as a flow, after the checks here. Resolves to its new password. */
export const rebuildServer = (deps: Deps) => {
  const { databases, clock, enforcer, config, seal, notices } = deps
  const begin = beginAction(deps)
  const reimageOf = checkReimage(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    { request, enforce, reimages }: Asked,
  ): Promise<string> => {
    const { server, cellId } = located
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    if (asBoolean(request.preserve_ephemeral))
      throw errors.BadRequest({
        reason: 'The current driver does not support preserving ephemeral partitions.',
      })
    if (request.trusted_image_certificates) enforce('os_compute_api:servers:rebuild:trusted_certs')
    const member = { projectId: server.projectId, userId: ctx.userId ?? '' }
    const limits = lowerLimits(await deps.limits.ofMember(member))
    const changes = await changesOf(deps, ctx, request, limits)
    const image = await findImage(deps, ctx, request.imageRef)
    const disks = await blockDevices(await databases.cell(cellId), clock).ofServer(server.id)
    const root = disks.find(({ bootIndex }) => bootIndex === 0)
    const onVolume = bootsFromVolume(disks)
    const { glance } = config
    const asked = request.trusted_image_certificates
    const trusted =
      asked === undefined
        ? (server.trustedImageCertificates ?? undefined)
        : trustedCertificates(glance, asked)
    if (onVolume)
      refuseCertificatesOnVolume(asked === undefined ? undefined : trusted, 'for volume-backed servers.')
    else requireFits(image, server.flavor)
    const keepsDisk = onVolume && !reimages
    if (keepsDisk) await requireSameImage(deps, ctx, root?.volumeId, image)
    else {
      requireHardware({ flavor: server.flavor, imageProperties: image.properties })
      requireSameTopology(server, image.properties)
    }
    const reimage =
      onVolume && reimages && root?.volumeId !== undefined
        ? await reimageOf(ctx, { server, cellId }, { volumeId: root.volumeId, image })
        : undefined
    const adminPassword = request.adminPass ?? newPassword(config.DEFAULT.password_length)
    const secrets = { adminPassword, personality: request.personality ?? [] }
    await begin(ctx, located, {
      action,
      order: {
        ...{ kind: 'rebuild', stopped: server.vmState === 'stopped' },
        ...(onVolume ? {} : { image: await readImageSignature(deps)(ctx, image, trusted) }),
        ...(reimage === undefined ? {} : { reimage: { ...reimage } }),
      },
      changes: {
        ...changes,
        ...(asked === undefined ? {} : { trustedImageCertificates: trusted ?? null }),
        sealedSecrets: seal(JSON.stringify(secrets)),
        ...(onVolume ? {} : { imageId: image.id }),
        ...(keepsDisk ? {} : { imageProperties: image.properties }),
      },
      where: { vmStates: [server.vmState] },
      // A rebuilt server stays on its host, so the notification of the scheduling can be written now.
      also: (trx) =>
        notices.happened(trx, ctx, server.id, rebuildScheduledNotifications, {
          versioned: {
            trusted_image_certificates: trusted ?? null,
          },
        }),
    })
    return adminPassword
  }
}
