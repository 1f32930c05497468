import { computeApi } from '@nimbo/contracts/compute/api'
import {
  showQuotaClass as showComputeClass,
  showQuotas as showComputeQuotas,
  updateQuotaClass as updateComputeClass,
  updateQuotas as updateComputeQuotas,
} from '@nimbo/contracts/compute/quotas'
import { networkApi } from '@nimbo/contracts/network/api'
import { showDefaultQuota, showQuota, updateQuota } from '@nimbo/contracts/network/quotas'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { showQuotaClass, showQuotas, updateQuotaClass, updateQuotas } from '@nimbo/contracts/volume/quotas'
import type { Api } from '@nimbo/operation/client/api'
import type { Operation } from '@nimbo/operation/operation'

/** The quotas of one service, with the operations that read and update them. */
export interface QuotaSource {
  readonly api: Api
  /** The key that wraps the body. */
  readonly key: string
  readonly show: Operation
  /** Absent if the quotas can be changed only in the configuration of the service. */
  readonly update?: Operation
  readonly path: Readonly<Record<string, string>>
}

/** The quotas of one project. */
export const quotasOfProject = (id: string): readonly QuotaSource[] => [
  {
    api: computeApi,
    key: 'quota_set',
    show: showComputeQuotas,
    update: updateComputeQuotas,
    path: { tenant_id: id },
  },
  { api: volumeApi, key: 'quota_set', show: showQuotas, update: updateQuotas, path: { project_id: id } },
  { api: networkApi, key: 'quota', show: showQuota, update: updateQuota, path: { project_id: id } },
]

/** The default quotas. */
export const defaultQuotas = (project: string): readonly QuotaSource[] => [
  {
    api: computeApi,
    key: 'quota_class_set',
    show: showComputeClass,
    update: updateComputeClass,
    path: { id: 'default' },
  },
  {
    api: volumeApi,
    key: 'quota_class_set',
    show: showQuotaClass,
    update: updateQuotaClass,
    path: { quota_class_name: 'default' },
  },
  { api: networkApi, key: 'quota', show: showDefaultQuota, path: { project_id: project } },
]
