import { showServer } from '@nimbo/contracts/compute/servers'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Clients } from '../../resource-type/clients.ts'

/** Reads the server from Nova. */
export const liveServer = async ({ clients, id }: { readonly clients: Clients; readonly id: string }) => {
  const { server } = await clients.compute.call(showServer, { path: { server_id: id } })
  if ('addresses' in server) return server
  throw resourceErrors.ResourceFailure({ problem: `The cell of the server ${id} does not answer.` })
}

export type LiveServer = Awaited<ReturnType<typeof liveServer>>

/** Transient statuses, in which a server is polled further. */
const onTheWay: readonly string[] = [
  ...['BUILD', 'HARD_REBOOT', 'PASSWORD', 'REBOOT', 'RESCUE', 'RESIZE', 'REVERT_RESIZE'],
  ...['SHUTOFF', 'SUSPENDED', 'VERIFY_RESIZE', 'REBUILD', 'PAUSED', 'MIGRATING'],
]

const reasonOf = ({ fault }: LiveServer): string =>
  `Message: ${fault?.message ?? 'Unknown'}, Code: ${fault?.code ?? 'Unknown'}`

/** Whether a server has the `wanted` status and no task state. Throws when it is in ERROR or an unknown status. */
export const hasCome = (server: LiveServer, wanted: string): boolean => {
  const { status, 'OS-EXT-STS:task_state': task } = server
  if (status === 'ERROR') throw resourceErrors.ResourceInError({ status, reason: reasonOf(server) })
  if (status === wanted) return task === null
  if (onTheWay.includes(status) || status === 'ACTIVE') return false
  throw resourceErrors.ResourceUnknownStatus({ status, result: 'Server is not active' })
}
