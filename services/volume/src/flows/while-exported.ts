import type { Context } from '@nimbo/kernel/context'
import type { FlowDeps } from './flow-deps.ts'

interface Exported {
  readonly driver_volume_type: string
  readonly data: Record<string, unknown>
}

interface Use {
  readonly volumeId: string
  readonly from: string
  readonly to: string
  /** A volume may be backed up while it migrates, even to the same host: each ends only its own export. */
  readonly usedFor: 'backup' | 'restore' | 'migration'
}

/** Exports a volume to a host, runs a function with the connection, and ends the export in any case. */
export const whileExported = async <Result>(
  { hosts }: Pick<FlowDeps, 'hosts'>,
  ctx: Context,
  { volumeId, from, to, usedFor }: Use,
  work: (connection: Exported) => Promise<Result>,
): Promise<Result> => {
  const connector = { host: to.split('@')[0] ?? to, do_local_attach: true, used_for: usedFor }
  const connection = await hosts.on(from).exportVolume(ctx, { volumeId, connector })
  try {
    return await work(connection)
  } finally {
    await hosts.on(from).unexportVolume(ctx, { volumeId, connector })
  }
}
