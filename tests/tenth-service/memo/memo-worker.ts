import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { MemoConfig } from './config.ts'
import { memoRpc } from './memo-rpc.ts'
import { type MemoTables, migrations } from './migrations.ts'

export const startMemoWorker = async (
  { openDatabase, bus, log }: ServiceHost,
  { config }: { readonly config: MemoConfig },
): Promise<RunningService> => {
  const db = await openDatabase<MemoTables>('memo', migrations)
  const serving = await serveRpc(
    bus,
    memoRpc,
    { log },
    {
      note: async (_, { text }) => {
        await db.updateTable('memos').set({ note: config.notes.signature }).where('text', '=', text).execute()
      },
    },
  )
  return { begin: async () => {}, settled: async () => {}, stop: () => serving.close() }
}
