import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { errors } from '../agent/agent-errors.ts'

/** The server's disk for this attachment; throws when it has none. */
export const diskOf = (server: HostedServer, attachmentId: string): HostedDisk => {
  const disk = server.disks.find((one) => one.attachmentId === attachmentId)
  if (disk === undefined) throw errors.AttachmentUnknown({ attachmentId })
  return disk
}
