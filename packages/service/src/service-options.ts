import type { OptionGroup } from '@nimbo/config/option-group'
import type { AnyService } from '@nimbo/service/service'
import { accountOptions } from './account-options.ts'
import { commonOptions } from './common-options.ts'

/** Every option that `<service>.conf` may hold, of all its roles; sections of an operator's own naming come besides. */
export const serviceOptions = ({ options }: Pick<AnyService, 'options'>): readonly OptionGroup[] => [
  ...commonOptions,
  ...accountOptions,
  ...options,
]
