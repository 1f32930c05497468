import type { ComputeConfig } from '../config.ts'
import { quotas } from '../db/quotas.ts'
import type { Limits } from '../domain/quota.ts'
import type { Databases } from './app.ts'

/** The limits of a project: its own where they were set, else the configured ones. */
export const limitsOf =
  ({ databases, config }: { readonly databases: Databases; readonly config: ComputeConfig }) =>
  async (projectId: string): Promise<Limits> => ({
    ...config.quota,
    ...(await quotas(databases.api).ofProject(projectId)),
  })
