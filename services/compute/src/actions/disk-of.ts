import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { errors } from '../agent/agent-errors.ts'

/** The disk of a server that an attachment stands for; throws when it has none. */
export const diskOf = (server: HostedServer, attachmentId: string): HostedDisk => {
  const disk = server.disks.find((one) => one.attachmentId === attachmentId)
  if (disk === undefined) throw errors.AttachmentUnknown({ attachmentId })
  return disk
}
