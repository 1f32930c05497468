import type { hostMappings } from './host-mappings.ts'

/** How many hosts are queried per statement, below the databases' limit of parameters. */
const askedAtOnce = 500

/** Maps those of the given hosts to a cell that are not mapped yet, and resolves to them. */
export const mapNewHosts = async (
  mappings: Pick<ReturnType<typeof hostMappings>, 'add' | 'cellsOf'>,
  cellId: string,
  hosts: readonly string[],
): Promise<readonly string[]> => {
  const mapped: string[] = []
  for (let from = 0; from < hosts.length; from += askedAtOnce) {
    const asked = hosts.slice(from, from + askedAtOnce)
    const known = await mappings.cellsOf(asked)
    for (const host of asked) if (!known.has(host) && (await mappings.add(host, cellId))) mapped.push(host)
  }
  return mapped
}
