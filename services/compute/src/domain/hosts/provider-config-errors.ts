import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Nova's error about files that configure resource providers. */
export const errors = defineErrors({
  ProviderConfigException: fault<{ error: string }>(
    'badRequest',
    ({ error }) => `An error occurred while processing a provider config file: ${error}`,
  ),
})
