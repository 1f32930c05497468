import { ago } from './ago.ts'

/** An instance mapping without a cell. */
export const newMapping = (serverId: string) => ({
  ...{ server_id: serverId, cell_id: null, project_id: 'p', user_id: 'u' },
  ...{ queued_for_delete: 0, created_at: ago(1) },
})
