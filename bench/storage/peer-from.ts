import { readFile } from 'node:fs/promises'
import type { BenchCloud } from '../bench-cloud.ts'

/** Another cloud, given by a file that exports OS_ variables; it is neither started nor stopped. */
export const peerFrom = async (openrc: string): Promise<BenchCloud> => {
  const lines = [...(await readFile(openrc, 'utf8')).matchAll(/^export (OS_\w+)=['"]?(.*?)['"]?$/gm)]
  const said = new Map(lines.map(([, name = '', value = '']) => [name, value]))
  const get = (name: string): string => said.get(name) ?? ''
  const credentials = {
    ...{ username: get('OS_USERNAME'), password: get('OS_PASSWORD') },
    projectName: get('OS_PROJECT_NAME'),
  }
  return {
    ...{ identityUrl: get('OS_AUTH_URL'), credentials, nameOf: () => undefined },
    [Symbol.asyncDispose]: async () => {},
  }
}
