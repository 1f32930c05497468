import type { OptionGroup } from '@nimbo/config/option-group'
import type { AnyService } from '@nimbo/service/service'
import { accountOptions } from './account-options.ts'
import { commonOptions } from './common-options.ts'

/** All options that `<service>.conf` may contain, for all its roles; besides sections named by the operator. */
export const serviceOptions = ({ options }: Pick<AnyService, 'options'>): readonly OptionGroup[] => [
  ...commonOptions,
  ...accountOptions,
  ...options,
]
