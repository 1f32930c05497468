import type { Polled } from './polled.ts'
import type { Sample } from './meters.ts'

interface Reading {
  readonly meter: string
  readonly value: number
  readonly project: string
  readonly resource: string
}

const ofGuests = ['instance', 'instance_disk', 'instance_network_interface']

/** The samples of guests at the last poll of each source. */
export const lastLooks = () => {
  const bySource = new Map<string, readonly Reading[]>()
  const readingOf =
    ({ id, projectId = '' }: Polled) =>
    ({ meter, volume }: Sample): Reading => ({ meter, value: volume, project: projectId, resource: id })
  return {
    /** Replaces the samples of a source, so that deleted guests disappear. */
    keep: (source: string, found: readonly Polled[]): void => {
      const guests = found.filter(({ type }) => ofGuests.includes(type))
      bySource.set(
        source,
        guests.flatMap((one) => one.samples.map(readingOf(one))),
      )
    },
    readings: (): readonly Reading[] => [...bySource.values()].flat(),
  }
}
