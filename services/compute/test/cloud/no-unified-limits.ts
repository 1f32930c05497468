import type { UnifiedLimits } from '@nimbo/clients/unified-limits'

/** Of an identity in which nobody has registered any. */
export const noUnifiedLimits: UnifiedLimits = { of: async () => new Map(), levels: async () => [] }
