import type { VolumeCounts } from '@nimbo/compute/driver/diagnostics'

/** What fake guests did with volumes: nothing, unless a test says so. */
export interface FakeVolumeCounts {
  readonly of: (volumeId: string) => VolumeCounts
  set(volumeId: string, counts: Omit<VolumeCounts, 'volumeId'>): void
}

export const fakeVolumeCounts = (): FakeVolumeCounts => {
  const known = new Map<string, VolumeCounts>()
  const nothing = { reads: 0, readBytes: 0, writes: 0, writeBytes: 0 }
  return {
    of: (volumeId) => known.get(volumeId) ?? { volumeId, ...nothing },
    set: (volumeId, counts) => void known.set(volumeId, { volumeId, ...counts }),
  }
}
