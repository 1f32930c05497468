import type { HttpRequest } from '@nimbo/http/message'

const reading = ['GET', 'HEAD', 'OPTIONS']

/** Whether the method is safe, so that the request needs no `Origin` check. */
export const isReading = (method: string): boolean => reading.includes(method)

/** Whether the `Origin` header, which browsers set and scripts cannot, is ours or one of `further`. */
export const comesFromPage = (
  { headers, origin }: Pick<HttpRequest, 'headers' | 'origin'>,
  further: readonly string[],
): boolean => {
  const said = headers.origin?.toLowerCase()
  return said !== undefined && [origin, ...further].some((one) => one.toLowerCase() === said)
}
