import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readIni } from '@nimbo/config/read-ini'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Realm, Realms } from '../../domain/sync/realms.ts'

const usualCheckSeconds = 300

const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

interface Read {
  readonly realms: Realms
  readonly checkSeconds: number
}

const readRealms = (path: string): Read => {
  const bySection = Map.groupBy(readIni(path), ({ section }) => section)
  const realms = new Map<string, Realm>()
  let checkSeconds = usualCheckSeconds
  for (const [section, said] of bySection) {
    const values = new Map(said.map(({ key, text }) => [key, text]))
    if (section === 'DEFAULT') {
      checkSeconds = Number(values.get('mtime_check_interval') ?? usualCheckSeconds)
      continue
    }
    const clusters = [...values].flatMap(([key, text]) =>
      key.startsWith('cluster_') ? [[key.slice('cluster_'.length).toUpperCase(), text] as const] : [],
    )
    realms.set(section.toUpperCase(), {
      ...{ key: values.get('key'), key2: values.get('key2'), clusters: new Map(clusters) },
    })
  }
  return { realms, checkSeconds }
}

/**
 * The realms of `container-sync-realms.conf`; empty without such a file. A changed file is read again, checked every
 * `mtime_check_interval` seconds (default 300).
 */
export const realmsIn = (
  directory: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): (() => Realms) => {
  const path = join(directory, 'container-sync-realms.conf')
  let held: Read = { realms: new Map(), checkSeconds: usualCheckSeconds }
  let seen = 0
  let nextCheck = 0
  return () => {
    if (clock.now() < nextCheck) return held.realms
    const modified = modifiedAt(path)
    if (modified !== seen) {
      seen = modified
      try {
        held = modified === 0 ? { realms: new Map(), checkSeconds: usualCheckSeconds } : readRealms(path)
      } catch (error) {
        log.error(
          { path, error },
          'the realms of container sync could not be read; the previous ones stay in use',
        )
      }
    }
    nextCheck = clock.now() + held.checkSeconds * 1000
    return held.realms
  }
}
