import type { StoredBlockDevice } from '../../db/servers/block-devices.ts'

/** The disk of a server that is this volume; undefined when it has no such volume attached. */
export const attachedVolume = (
  disks: readonly StoredBlockDevice[],
  volumeId: string,
): StoredBlockDevice | undefined => disks.find((disk) => disk.volumeId === volumeId)
