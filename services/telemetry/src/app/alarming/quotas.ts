import { dropQuota, quotaOf, setQuota } from '../../db/alarming/quotas.ts'
import { errors } from '../../alarming-errors.ts'
import type { AlarmApp } from './alarm-app.ts'

const viewOf = (project_id: string, limit: number) => ({
  project_id,
  quotas: [{ resource: 'alarms' as const, limit }],
})

export const showQuota = async ({ db, limits }: AlarmApp, projectId: string) =>
  viewOf(projectId, (await quotaOf(db, projectId)) ?? limits.ofProject)

export const changeQuota = async ({ db }: AlarmApp, projectId: string, most: number) => {
  await setQuota(db, projectId, most)
  return viewOf(projectId, most)
}

export const resetQuota = async ({ db }: AlarmApp, projectId: string): Promise<void> => {
  if (!(await dropQuota(db, projectId))) throw errors.NoQuota({ project: projectId })
}
