const loopbacks = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The WebSocket URL of a console, derived from the URL that Nova returned: that URL itself, or the `path` parameter of a noVNC
 * page's URL. A loopback address is replaced by the host of this page.
 */
export const socketUrl = (given: string, page: Pick<Location, 'hostname' | 'protocol'>): string => {
  const url = new URL(given)
  const path = url.searchParams.get('path')
  const socket = path === null ? url : new URL(path, url)
  if (socket.protocol.startsWith('http')) socket.protocol = socket.protocol.replace('http', 'ws')
  if (loopbacks.includes(socket.hostname)) socket.hostname = page.hostname
  return socket.href
}
