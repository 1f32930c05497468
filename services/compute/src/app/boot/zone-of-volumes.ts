import { errors } from '../../errors.ts'
import type { ComputeConfig } from '../compute-options.ts'

interface Zones {
  /** The requested zone, or the default one. */
  readonly wanted: string | undefined
  readonly ofVolumes: readonly string[]
}

/**
 * The zone for a server with volumes. If `cross_az_attach` is false, this is the zone of its volumes; then throws
 * `MismatchVolumeAZ` when they are in several zones or not in the requested one.
 */
export const zoneOfVolumes =
  ({ cinder }: Pick<ComputeConfig, 'cinder'>) =>
  ({ wanted, ofVolumes }: Zones): string | undefined => {
    const [zone, ...others] = new Set(ofVolumes)
    if (cinder.cross_az_attach || zone === undefined) return wanted
    if (others.length > 0)
      throw errors.MismatchVolumeAZ({
        reason: `Volumes are in different availability zones: ${[zone, ...others].join(',')}`,
      })
    if (wanted !== undefined && wanted !== zone)
      throw errors.MismatchVolumeAZ({
        reason: `Server and volumes are not in the same availability zone. Server is in: ${wanted}. Volumes are in: ${zone}`,
      })
    return zone
  }
