/**
 * Whether a bucket name is valid; with `asHost` it must be usable in host names (DNS-compliant) and not look like an IPv4
 * address.
 */
export const isBucketName = (name: string, asHost: boolean): boolean => {
  if (!asHost) return /^[A-Za-z0-9._-]{3,255}$/.test(name)
  return (
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    !/\.\.|-\.|\.-/.test(name) &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name)
  )
}
