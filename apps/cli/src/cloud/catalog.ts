import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'
import { rowsAt, textAt } from './json-values.ts'
import type { Settings } from './settings.ts'

const interfaceOf = (settings: Settings): string => (settings.interface ?? 'public').replace(/URL$/, '')

const inRegion = (endpoint: Row, region: string | undefined): boolean =>
  region === undefined || endpoint.region_id === region || endpoint.region === region

/** The URL of the first of `types` in the catalog, for the chosen interface and region. */
export const endpointOf = (catalog: readonly Row[], types: readonly string[], settings: Settings): string => {
  const face = interfaceOf(settings)
  const region = settings.region_name
  for (const type of types) {
    const found = catalog
      .filter((service) => service.type === type)
      .flatMap((service) => rowsAt(service, 'endpoints'))
      .find((endpoint) => endpoint.interface === face && inRegion(endpoint, region))
    if (found !== undefined) return textAt(found, 'url')
  }
  const where = region === undefined ? '' : ` in ${region} region`
  throw new CliError(`${face} endpoint for ${types[0]} service${where} not found`)
}
