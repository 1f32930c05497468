import { resize as action } from '@nimbo/contracts/compute/actions/resize'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { embedFlavor } from '../../domain/flavors/flavor.ts'
import { requireHardware } from '../../domain/hardware/require-hardware.ts'
import { requireTpmOwnerStays } from '../../domain/hardware/require-tpm-owner-stays.ts'
import { requireDiskConfig } from '../../domain/images/disk-config.ts'
import { requireFits } from '../../domain/images/requested-image.ts'
import { type PciAlias, readAliases } from '../../domain/pci/pci-aliases.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import { findFlavor } from '../flavors/find-flavor.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { beginResize } from './begin-resize.ts'
import { isOnVolume, requireHostUp, requirePlaced, requireRoomToResize } from './move-checks.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config' | 'limits'>

interface Wanted {
  readonly flavorId: string
  readonly diskConfig?: 'AUTO' | 'MANUAL'
}

/** What determines the PCI requests of a flavor besides the flavor itself. */
interface KnownBefore {
  readonly aliases: ReadonlyMap<string, PciAlias>
  readonly imageProperties: Readonly<Record<string, string>>
}

/** The new flavor; a disabled one counts as not found. */
const newFlavor = async (
  deps: Deps,
  ctx: Context,
  id: string,
  { aliases, imageProperties }: KnownBefore,
): Promise<EmbeddedFlavor> => {
  const unknown = () => errors.BadRequest({ reason: `Flavor ${id} could not be found.` })
  try {
    const flavor = await findFlavor(deps)(ctx, id)
    if (flavor.disabled) throw unknown()
    return embedFlavor(flavor, aliases, imageProperties)
  } catch (error) {
    throw isFault(error, 'FlavorNotFound') ? unknown() : error
  }
}

/** Resizes a server, as a flow, after the checks here. */
export const resizeServer = (deps: Deps) => {
  const { databases, clock, enforcer, config } = deps
  const begin = beginResize(deps)
  const aliases = readAliases(config.pci.alias)
  return async (ctx: Context, located: LocatedServer, { flavorId, diskConfig }: Wanted): Promise<void> => {
    const { server } = located
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    const placed = requirePlaced(located)
    const flavor = await newFlavor(deps, ctx, flavorId, {
      aliases,
      imageProperties: server.imageProperties,
    })
    if (flavor.id === server.flavor.id)
      throw errors.BadRequest({ reason: 'When resizing, instances must change flavor!' })
    const { imageProperties: properties, imageId } = server
    requireDiskConfig({ asked: diskConfig, properties, imageId: imageId ?? '' })
    const onVolume = await isOnVolume(deps, placed)
    if (!onVolume && flavor.rootGb === 0 && server.flavor.rootGb !== 0)
      throw errors.BadRequest({
        reason: 'Server disk was unable to be resized because: Resize to zero disk flavor is not allowed.',
      })
    await requireHostUp(deps, placed)
    const image = (await requestSpecs(databases.api, clock).find(server.id))?.image
    if (image !== undefined && !onVolume) requireFits(image, flavor)
    requireHardware({ flavor, imageProperties: server.imageProperties })
    requireTpmOwnerStays({ from: server.flavor, to: flavor, imageProperties: server.imageProperties })
    await requireRoomToResize(deps, server, flavor, onVolume)
    await begin(ctx, placed, {
      ...{ action, type: 'resize', flavor },
      ignoreHosts: config.DEFAULT.allow_resize_to_same_host ? [] : [placed.place.host],
      changes: diskConfig === undefined ? {} : { diskConfig },
    })
  }
}
