import type { Context } from '@nimbo/kernel/context'
import { readBlockDevices } from '../../domain/block-devices/block-device-request.ts'
import { requireFewDisks } from '../../domain/block-devices/require-few-disks.ts'
import { requireHardware } from '../../domain/hardware/require-hardware.ts'
import { mappingOf, withImageMapping, withoutMapping } from '../../domain/images/image-mapping.ts'
import { requestedImage, requireFits } from '../../domain/images/requested-image.ts'
import type { BlockDevice, RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { Clients } from '../app.ts'
import type { ComputeConfig } from '../compute-options.ts'
import type { BootRequest, CheckedRequest } from './boot-request.ts'
import { checkDisks } from './check-disks.ts'
import { kernelExists } from './kernel-exists.ts'
import {
  readImageSignature,
  refuseCertificatesOnVolume,
  trustedCertificates,
} from './read-image-signature.ts'

/** The result of line 7 of the boot flow. */
export interface CheckedDisks {
  /** Undefined for a server that boots from a volume, even if the volume is made from an image. */
  readonly image: RequestSpec['image']
  /** The properties of the image on the volume from which the server boots; undefined if it does not. */
  readonly volumeProperties: RequestSpec['volumeProperties']
  readonly blockDevices: readonly BlockDevice[]
  readonly volumeZones: readonly string[]
}

/** Line 7 of the boot flow: checks that the image exists, is active and fits the flavor; that the volumes can be used. */
export const checkImage = (
  clients: Pick<Clients, 'image' | 'keys' | 'volume' | 'volumeSources'>,
  config: Pick<ComputeConfig, 'DEFAULT' | 'compute' | 'glance'>,
) => {
  const check = checkDisks(clients)
  const { max_disk_devices_to_attach: mostDisks } = config.compute
  const checked: typeof check = async (ctx, disks, wanted) => {
    requireFewDisks(disks.length, mostDisks)
    return check(ctx, disks, wanted)
  }
  const signed = readImageSignature({ clients, config })

  const findImage = async (ctx: Context, id: string): Promise<NonNullable<RequestSpec['image']>> => {
    const found = await clients.image.show(ctx, id)
    if (!found) throw errors.ImageNotFound()
    if (found.status !== 'active') throw errors.ImageNotActive({ id })
    const image = requestedImage(found)
    if (!(await kernelExists(clients, ctx, image))) throw errors.ImageNotFound()
    return image
  }

  return async (
    ctx: Context,
    request: BootRequest,
    { blockDevices, flavor }: CheckedRequest,
  ): Promise<CheckedDisks> => {
    const wanted = { flavor, sharedToo: request.takesSharedVolumes }
    const { disks, volumeZones, onRoot } = await checked(ctx, blockDevices, wanted)
    const root = disks.find(({ bootIndex }) => bootIndex === 0)
    const trusted = trustedCertificates(config.glance, request.server.trusted_image_certificates)
    if (root?.imageId === undefined || root.destinationType === 'volume') {
      refuseCertificatesOnVolume(trusted, 'when booting from volume')
      const volumeProperties = onRoot?.properties ?? {}
      requireHardware({ flavor, imageProperties: volumeProperties })
      return { image: undefined, volumeProperties, blockDevices: disks, volumeZones }
    }
    const image = await findImage(ctx, root.imageId)
    const mapping = mappingOf(image.properties)
    if (mapping.length > 0) {
      refuseCertificatesOnVolume(trusted, 'when booting from volume')
      // An image without data refers to snapshots in its block device mapping.
      const asked = (request.server.block_device_mapping_v2 ?? []).filter(({ uuid }) => uuid !== image.id)
      const volumeProperties = withoutMapping(image.properties)
      requireHardware({ flavor, imageProperties: volumeProperties })
      const devices = withImageMapping(mapping, asked)
      const mapped = readBlockDevices({ imageId: undefined, devices, legacy: [] }, flavor, config.DEFAULT)
      const placed = await checked(ctx, mapped, wanted)
      return {
        ...{ image: undefined, volumeProperties },
        ...{ blockDevices: placed.disks, volumeZones: placed.volumeZones },
      }
    }
    if (flavor.rootGb === 0) request.enforce('os_compute_api:servers:create:zero_disk_flavor')
    requireFits(image, flavor)
    requireHardware({ flavor, imageProperties: image.properties })
    return {
      ...{ image: await signed(ctx, image, trusted), volumeProperties: undefined },
      ...{ blockDevices: disks, volumeZones },
    }
  }
}
