import type { HttpRequest } from '@nimbo/http/message'

const reading = ['GET', 'HEAD', 'OPTIONS']

/** Whether a request is one that any page of the world may have a browser send. */
export const isReading = (method: string): boolean => reading.includes(method)

/** Whether the page itself had the request sent: browsers say so, and let no page say it for another. */
export const comesFromPage = (
  { headers, origin }: Pick<HttpRequest, 'headers' | 'origin'>,
  further: readonly string[],
): boolean => {
  const said = headers.origin?.toLowerCase()
  return said !== undefined && [origin, ...further].some((one) => one.toLowerCase() === said)
}
