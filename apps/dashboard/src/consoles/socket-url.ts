const loopbacks = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Where the WebSocket of a console is, of the address that the compute API gave: itself one, or that of a page that names
 * it in `path`. A cloud that knows itself by a loopback address alone is reached where the page is.
 */
export const socketUrl = (given: string, page: Pick<Location, 'hostname' | 'protocol'>): string => {
  const url = new URL(given)
  const path = url.searchParams.get('path')
  const socket = path === null ? url : new URL(path, url)
  if (socket.protocol.startsWith('http')) socket.protocol = socket.protocol.replace('http', 'ws')
  if (loopbacks.includes(socket.hostname)) socket.hostname = page.hostname
  return socket.href
}
