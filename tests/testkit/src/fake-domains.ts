import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The domains that fake hypervisors have stored below a directory; none where it does not exist. */
export const fakeDomains = async (
  directory: string,
): Promise<readonly { readonly host: string; readonly id: string }[]> => {
  const hosts = await readdir(directory).catch((): string[] => [])
  const found = await Promise.all(
    hosts.map(async (host) => {
      const names = await readdir(join(directory, host))
      return names.filter((name) => name.endsWith('.json')).map((name) => ({ host, id: name.slice(0, -5) }))
    }),
  )
  return found.flat()
}
