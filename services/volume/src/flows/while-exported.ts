import type { Context } from '@nimbo/kernel/context'
import type { FlowDeps } from './flow-deps.ts'

interface Exported {
  readonly driver_volume_type: string
  readonly data: Record<string, unknown>
}

/** Exports a volume to a host, runs a function with the connection, and ends the export in any case. */
export const whileExported = async <Result>(
  { hosts }: Pick<FlowDeps, 'hosts'>,
  ctx: Context,
  { volumeId, from, to }: { readonly volumeId: string; readonly from: string; readonly to: string },
  work: (connection: Exported) => Promise<Result>,
): Promise<Result> => {
  const connector = { host: to.split('@')[0] ?? to, do_local_attach: true }
  const connection = await hosts.on(from).exportVolume(ctx, { volumeId, connector })
  try {
    return await work(connection)
  } finally {
    await hosts.on(from).unexportVolume(ctx, { volumeId, connector })
  }
}
