import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'
import { overlaid } from './clouds-file.ts'
import { isRow, textAt } from './json-values.ts'

interface Region {
  readonly name: string
  /** The settings of the cloud that differ in this region. */
  readonly values: Row
}

/** A region is listed by its name, or as `{name, values}`. */
const regionsOf = ({ regions }: Row): readonly Region[] =>
  (Array.isArray(regions) ? regions : []).map((each: unknown) => {
    if (!isRow(each)) return { name: String(each), values: {} }
    return { name: textAt(each, 'name'), values: isRow(each.values) ? each.values : {} }
  })

/**
 * A cloud's section in `clouds.yaml` with the settings of one of the `regions` it lists: the requested one, else the one named by
 * `region_name`, else the first.
 */
export const inCloudRegion = (cloud: Row, cloudName: string, requested: string | undefined): Row => {
  const regions = regionsOf(cloud)
  const [first] = regions
  if (first === undefined) return cloud
  const wanted = requested ?? (textAt(cloud, 'region_name') || first.name)
  const region = regions.find(({ name }) => name === wanted)
  if (region === undefined) {
    const names = regions.map(({ name }) => name).join(', ')
    throw new CliError(`Cloud ${cloudName} has no region ${wanted} in clouds.yaml, but: ${names}.`)
  }
  return overlaid(cloud, { ...region.values, region_name: region.name })
}
