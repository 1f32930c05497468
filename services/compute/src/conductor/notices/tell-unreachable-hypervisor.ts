import { libvirtErrorNotifications } from '@nimbo/contracts/compute/notifications/hosts'
import type { Context } from '@nimbo/kernel/context'
import { exceptionPayload } from '../../domain/notifications/exception-payload.ts'
import type { InCell } from '../../flows/flow-deps.ts'
import type { ConductorDeps } from '../conductor-deps.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'notifier'> & InCell

interface UnreachableHypervisor {
  readonly host: string
  readonly hostIp: string
  readonly reason: string
}

/** Writes the notification that a host cannot reach its hypervisor, which is libvirt's alone, in both formats. */
export const tellUnreachableHypervisor =
  ({ databases, notifier, cellId }: Deps) =>
  async (ctx: Context, { host, hostIp: ip, reason }: UnreachableHypervisor): Promise<void> => {
    if (!notifier.on) return
    const cell = await databases.cell(cellId)
    const common = { resource: host, host }
    await notifier.tell(cell, ctx, libvirtErrorNotifications.versioned, {
      ...common,
      phase: 'error',
      // Libvirt's own name of its exceptions, as in Nova.
      payload: () => ({
        ip,
        reason: exceptionPayload({ doing: 'connect', code: 'libvirtError', message: reason }),
      }),
    })
    await notifier.tell(cell, ctx, libvirtErrorNotifications.unversioned, {
      ...common,
      payload: () => ({ ip, reason }),
    })
  }
