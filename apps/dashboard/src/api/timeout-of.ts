/**
 * Creations may wait for other services, for minutes on clouds other than Nimbo. The dashboard service itself uses a shorter
 * timeout for reads.
 */
const timeoutMs = 300_000

/** As long as the dashboard service waits for a write: a large file on a slow line takes hours. */
const uploadTimeoutMs = 6 * 3_600_000

/** The timeout of a request with this body. */
export const timeoutOf = (body: unknown): number => (body instanceof Blob ? uploadTimeoutMs : timeoutMs)
