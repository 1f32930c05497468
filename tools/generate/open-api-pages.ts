import { services } from '@nimbo/cloud/services'
import { openApiOf } from '@nimbo/operation/open-api/open-api'

/** JSON with a line for each path, so that a change of one is a change of a line. */
const byLine = ({ paths, ...document }: ReturnType<typeof openApiOf>): string => {
  const lines = Object.entries(paths).map(
    ([path, item]) => `  ${JSON.stringify(path)}: ${JSON.stringify(item)}`,
  )
  const head = JSON.stringify(document, undefined, 1).replace(/\n}$/, '')
  return `${head},\n "paths": {\n${lines.join(',\n')}\n }\n}\n`
}

/** The newest version of each API as OpenAPI 3.1, by its path in the repository. */
export const openApiPages = (): Promise<readonly (readonly [string, string])[]> =>
  Promise.all(
    services.map(async ({ type, api }) => {
      const { title, operations, prefix = '', microversions } = await api()
      const source = { title, operations, url: prefix === '' ? '/' : prefix }
      const document = openApiOf(microversions ? { ...source, version: microversions.max } : source)
      return [`docs/reference/openapi/${type}.json`, byLine(document)] as const
    }),
  )
