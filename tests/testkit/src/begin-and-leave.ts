import { connect } from 'node:net'

/** Sends the beginning of a request and closes its side of the connection. Resolves when the cloud has closed the other side. */
export const beginAndLeave = (url: string, begun: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.end(begun))
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.resume()
  })
