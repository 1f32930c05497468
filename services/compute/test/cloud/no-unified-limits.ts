import type { UnifiedLimits } from '@nimbo/clients/unified-limits'

/** A Keystone without registered limits. */
export const noUnifiedLimits: UnifiedLimits = { of: async () => new Map(), levels: async () => [] }
