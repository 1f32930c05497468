import assert from 'node:assert/strict'
import { found } from './busy-guest.ts'
import { rootVolume } from './root-volume.ts'
import type { GuestSite, VolumeStory } from './volume-story.ts'

interface Taken {
  /** The id of a snapshot of the root disk of a busy guest. */
  readonly snapshot: string
  /** The number of files that the guest had synced before. */
  readonly synced: number
}

/** Boots a guest from a snapshot, fails unless it has all files that were synced before; then deletes both. */
export const bootsFromSnapshot = async (
  { ada }: Pick<GuestSite, 'ada'>,
  story: VolumeStory,
  { snapshot, synced }: Taken,
): Promise<void> => {
  const root = rootVolume('snapshot', snapshot)
  const copy = await story.boot({ name: 'copy', block_device_mapping_v2: [root], user_data: null })
  const { whole, broken } = await found(ada, copy)
  assert.equal(broken, 0)
  assert.ok(whole >= synced, `${whole} files, and ${synced} were synced before`)
  await story.end(copy)
  assert.equal((await ada.volume.delete(`/v3/snapshots/${snapshot}`)).status, 202)
}
