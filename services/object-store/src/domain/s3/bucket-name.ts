/** Whether a bucket may be called so: as the parts of a host name are, and no address. */
export const isBucketName = (name: string, asHost: boolean): boolean => {
  if (!asHost) return /^[A-Za-z0-9._-]{3,255}$/.test(name)
  return (
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    !/\.\.|-\.|\.-/.test(name) &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name)
  )
}
