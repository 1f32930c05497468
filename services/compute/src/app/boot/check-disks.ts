import type { ImageClient } from '@nimbo/clients/image'
import type { Volume, VolumeClient } from '@nimbo/clients/volume'
import type { VolumeSources, VolumeType } from '@nimbo/clients/volume-sources'
import type { Context } from '@nimbo/kernel/context'
import { type ImageOnVolume, imageOnVolume } from '../../domain/images/image-on-volume.ts'
import { requestedImage, requireFitsVolume } from '../../domain/images/requested-image.ts'
import type { BlockDevice, EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'

/** Clients with the user's token, so that a user cannot use resources that they cannot see. */
interface Deps {
  readonly image: Pick<ImageClient, 'show'>
  readonly volume: Pick<VolumeClient, 'show'>
  readonly volumeSources: VolumeSources
}

const invalid = (reason: string): Error => errors.InvalidBlockDevice({ reason })

const isBootable = ({ bootable }: { readonly bootable: string }): boolean => bootable === 'true'

/** Checks that a volume can be used, and returns it. */
const checkVolume = async (
  { volume }: Deps,
  ctx: Context,
  { id, boots, sharedToo }: { readonly id: string; readonly boots: boolean; readonly sharedToo: boolean },
): Promise<Volume> => {
  const found = await volume.show(ctx, id)
  if (!found) throw invalid(`failed to get volume ${id}.`)
  if (found.multiattach && !sharedToo) throw errors.MultiattachNotSupportedOldMicroversion()
  if (found.status !== 'available' && !(found.multiattach && found.status === 'in-use'))
    throw errors.InvalidVolume({
      reason: `volume '${id}' status must be 'available'. Currently in '${found.status}' status`,
    })
  if (boots && !isBootable(found)) throw errors.BlockDeviceNotBootable({ id })
  return found
}

/** What disks are requested for. */
export interface DisksFor {
  readonly flavor: EmbeddedFlavor
  /** Whether volumes that several servers share are allowed. */
  readonly sharedToo: boolean
}

/** Disks, completed with sizes from the services that were queried. */
export interface FoundDisks {
  readonly disks: readonly BlockDevice[]
  /** The availability zones of the volumes that exist already. */
  readonly volumeZones: readonly string[]
  /** The image on the volume from which the server boots; undefined if it boots from a local disk. */
  readonly onRoot: ImageOnVolume | undefined
}

interface CheckedSnapshot {
  /** The size of the volume made from it: the snapshot's, or larger if requested. */
  readonly sizeGb: number
  /** The volume of which it is a snapshot, if the server boots from it. */
  readonly origin?: Volume
}

const checkSnapshot = async (
  { volume, volumeSources }: Deps,
  ctx: Context,
  { id, asked, boots }: { readonly id: string; readonly asked: number | undefined; readonly boots: boolean },
): Promise<CheckedSnapshot> => {
  const snapshot = await volumeSources.snapshot(ctx, id)
  if (!snapshot) throw errors.BadRequest({ reason: `Snapshot ${id} could not be found.` })
  if (asked !== undefined && asked < snapshot.size)
    throw invalid(
      `Volume size '${asked}'GB cannot be smaller than the snapshot size ${snapshot.size}GB. They must be >= original snapshot size.`,
    )
  const sizeGb = asked ?? snapshot.size
  if (!boots) return { sizeGb }
  const origin = await volume.show(ctx, snapshot.volume_id)
  if (!origin) throw invalid(`failed to get snapshot ${id}.`)
  if (!isBootable(origin)) throw errors.BlockDeviceNotBootable({ id: origin.id })
  return { sizeGb, origin }
}

const checkImageOf = async (
  { image }: Deps,
  ctx: Context,
  { id, sizeGb }: { readonly id: string; readonly sizeGb: number },
): Promise<ImageOnVolume> => {
  const found = await image.show(ctx, id)
  if (found?.status !== 'active') throw invalid(`failed to get image ${id}.`)
  const requested = requestedImage(found)
  requireFitsVolume(requested, sizeGb)
  return requested
}

const typeNamed = (types: readonly VolumeType[], asked: string): string => {
  const found = types.find(({ id, name }) => id === asked || name === asked)
  if (!found) throw errors.VolumeTypeNotFound({ id: asked })
  return found.name
}

/**
 * Checks that each named volume, snapshot and image is available; returns the disks, completed with what the services
 * report.
 */
export const checkDisks =
  (deps: Deps) =>
  async (
    ctx: Context,
    disks: readonly BlockDevice[],
    { flavor, sharedToo }: DisksFor,
  ): Promise<FoundDisks> => {
    const volumeZones: string[] = []
    const types = disks.some(({ volumeType }) => volumeType) ? await deps.volumeSources.types(ctx) : []
    const checked: BlockDevice[] = []
    const held = new Set<string>()
    let onRoot: ImageOnVolume | undefined
    for (const disk of disks) {
      const { volumeId, snapshotId, imageId, volumeType, volumeSizeGb } = disk
      const boots = disk.bootIndex === 0
      if (volumeId !== undefined) {
        const volume = await checkVolume(deps, ctx, { id: volumeId, boots, sharedToo })
        volumeZones.push(volume.availability_zone)
        if (boots) onRoot = imageOnVolume(volume)
        if (held.has(volumeId))
          throw errors.InvalidVolume({
            reason: `volume '${volumeId}' status must be 'available'. Currently in 'reserved' status`,
          })
        held.add(volumeId)
      }
      if (imageId !== undefined && disk.destinationType === 'volume') {
        const image = await checkImageOf(deps, ctx, { id: imageId, sizeGb: volumeSizeGb ?? 0 })
        if (boots) onRoot = image
      }
      const snapshot =
        snapshotId === undefined
          ? undefined
          : await checkSnapshot(deps, ctx, { id: snapshotId, asked: volumeSizeGb, boots })
      if (snapshot?.origin !== undefined) onRoot = imageOnVolume(snapshot.origin)
      checked.push({
        ...disk,
        ...(volumeType === undefined ? {} : { volumeType: typeNamed(types, volumeType) }),
        ...(snapshot === undefined ? {} : { volumeSizeGb: snapshot.sizeGb }),
      })
    }
    if (onRoot !== undefined && onRoot.minRamMb > flavor.memoryMb) throw errors.FlavorMemoryTooSmall()
    return { disks: checked, volumeZones, onRoot }
  }
