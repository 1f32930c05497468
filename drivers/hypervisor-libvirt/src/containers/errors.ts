import { defineErrors, fault } from '@nimbo/kernel/errors'

/** What containers cannot do, and virtual machines can. */
export const errors = defineErrors({
  NotForContainers: fault<{ what: string }>(
    'badRequest',
    ({ what }) => `Servers that are containers (virt_type lxc) do not support ${what}.`,
  ),
})
