import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What hosts of the fake hypervisor keep below a directory. */
export const fakeDomains = async (
  directory: string,
): Promise<readonly { readonly host: string; readonly id: string }[]> => {
  const found = await Promise.all(
    (await readdir(directory)).map(async (host) => {
      const names = await readdir(join(directory, host))
      return names.filter((name) => name.endsWith('.json')).map((name) => ({ host, id: name.slice(0, -5) }))
    }),
  )
  return found.flat()
}
