/**
 * For calls that copy a volume, in milliseconds: a week, since copying takes as long as the data need. A host that is down is
 * noticed earlier, and its programs end by themselves when they make no progress.
 */
export const copyTimeoutMs = 604_800_000
