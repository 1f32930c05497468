import type { Consequences } from './consequences.ts'

export const createBackup: Consequences<'create-backup'> = {
  payload: ({ order }) => ({ versioned: { snapshot_image_id: order.imageId } }),
  withdraw: async (ctx, { imageId }, { imageMaker }, end) => {
    if (end === 'failed') await imageMaker.remove(ctx, imageId)
  },
  afterwards: async (ctx, { order, record: { server } }, { imageMaker }) => {
    const { backupType, rotation } = order
    const backups = await imageMaker.backupsOf(ctx, {
      ...{ owner: server.projectId, serverId: server.id, backupType },
    })
    for (const { id } of backups.slice(rotation)) await imageMaker.remove(ctx, id)
  },
}
