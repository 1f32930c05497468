import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FakeDomain } from '@nimbo/hypervisor-fake/fake-domain'
import { fakeDomains } from './fake-domains.ts'

/** A domain that a fake hypervisor has stored, with the numbers of the volumes and ports that are plugged into it. */
export interface FakeGuest {
  readonly host: string
  readonly id: string
  readonly volumes: number
  readonly ports: number
}

/** The last complete line of a file, which has one line for each state; undefined if the domain has been deleted meanwhile. */
const lastState = async (path: string): Promise<FakeDomain | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  const line = text.split('\n').at(-2)
  return line === undefined ? undefined : (JSON.parse(line) as FakeDomain)
}

/** The domains that fake hypervisors have stored below a directory, with their devices. */
export const fakeGuests = async (directory: string): Promise<readonly FakeGuest[]> => {
  const found = await Promise.all(
    (await fakeDomains(directory)).map(async ({ host, id }) => {
      const domain = await lastState(join(directory, host, `${id}.json`))
      if (domain === undefined) return []
      return [{ host, id, volumes: domain.volumeIds.length, ports: domain.portIds.length }]
    }),
  )
  return found.flat()
}
