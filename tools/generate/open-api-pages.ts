import { services } from '@nimbo/cloud/services'
import { formatMicroversion } from '@nimbo/operation/microversion'
import { type OpenApiSource, openApiOf } from '@nimbo/operation/open-api/open-api'
import type { Operation } from '@nimbo/operation/operation'
import { keptSamples } from '../samples/kept-samples.ts'
import { faultsOf, type Sample, sampledOperations } from '../samples/sample.ts'

/** Formats JSON with one line per path, so that a change of a path is a change of one line. */
const byLine = ({ paths, ...document }: ReturnType<typeof openApiOf>): string => {
  const lines = Object.entries(paths).map(
    ([path, item]) => `  ${JSON.stringify(path)}: ${JSON.stringify(item)}`,
  )
  const head = JSON.stringify(document, undefined, 1).replace(/\n}$/, '')
  return `${head},\n "paths": {\n${lines.join(',\n')}\n }\n}\n`
}

type Kept = ReadonlyMap<Operation, Sample>

/** The recorded sample of each operation. */
const keptByOperation = async (): Promise<Kept> => {
  const operations = await sampledOperations()
  const kept = await keptSamples(operations)
  return new Map(
    operations.flatMap(({ operation, file }) => {
      const sample = kept.get(file)
      return sample ? [[operation, sample] as const] : []
    }),
  )
}

/** The recorded sample of an operation as an example, unless it is of an older microversion with another schema. */
const examplesAt =
  (kept: Kept, version: string | undefined): NonNullable<OpenApiSource['exampleOf']> =>
  (operation) => {
    const sample = kept.get(operation)
    if (!sample) return undefined
    const { request, reply } = sample
    const now = version === undefined ? sample : { ...sample, request: { ...request, version } }
    return faultsOf(operation, now).length === 0
      ? { request: request.body, replies: { [reply.status]: reply.body } }
      : undefined
  }

/** The newest version of each API as OpenAPI 3.1 with samples, by its path in the repository. */
export const openApiPages = async (): Promise<readonly (readonly [string, string])[]> => {
  const kept = await keptByOperation()
  return Promise.all(
    services.map(async ({ type, api }) => {
      const { title, operations, prefix = '', microversions } = await api()
      const exampleOf = examplesAt(kept, microversions && formatMicroversion(microversions.max))
      const source = { title, operations, exampleOf, url: prefix === '' ? '/' : prefix }
      const document = openApiOf(microversions ? { ...source, version: microversions.max } : source)
      return [`docs/reference/openapi/${type}.json`, byLine(document)] as const
    }),
  )
}
