import type { Kysely } from 'kysely'
import { defaultClass, quotaClasses } from '../../db/quotas/quota-classes.ts'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import { type Limits, unlimitedByUs } from '../../domain/quotas/quota.ts'
import type { ComputeConfig } from '../compute-options.ts'

/** The limits of the configuration. */
export const configuredLimits = ({
  driver: _,
  unified_limits_resource_strategy: __,
  unified_limits_resource_list: ___,
  recheck_quota: ____,
  count_usage_from_placement: _____,
  ...configured
}: ComputeConfig['quota']): Limits => ({ ...unlimitedByUs, ...configured })

/** The limits in compute's database of projects that have none of their own: those of the default class, else the configured ones. */
export const defaultLimits = async (
  api: Kysely<ApiTables>,
  quota: ComputeConfig['quota'],
): Promise<Limits> => ({
  ...configuredLimits(quota),
  ...(await quotaClasses(api).limitsOf(defaultClass)),
})
