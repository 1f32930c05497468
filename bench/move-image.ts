/**
 * Uploads or downloads an image for other benches, and prints the milliseconds that took. It does as little as a client can, so that on few
 * cores mostly the service is measured: downloads are read into one buffer, and uploads have a Content-Length, like those of a file by
 * openstackclient. With chunked encoding each write here would be one chunk, and Glance under uWSGI truncates chunks of 1 MiB (`chunked-input-limit`).
 */
import { once } from 'node:events'
import { createConnection } from 'node:net'

const [way = 'up', url = '', mebibytes = '1', token = 'ann'] = process.argv.slice(2)
const mebibyte = 1_048_576
const size = Number(mebibytes) * mebibyte
const { hostname, port, pathname } = new URL(url)

/** The head of the answer, and the number of bytes after it. */
const answer = { head: '', taken: 0 }
const endOfHead = '\r\n\r\n'
const buffer = Buffer.allocUnsafe(mebibyte)
const take = (length: number, bytes: Uint8Array): boolean => {
  if (answer.head.includes(endOfHead)) {
    answer.taken += length
    return true
  }
  const text = answer.head + Buffer.from(bytes.subarray(0, length)).toString('latin1')
  const end = text.indexOf(endOfHead)
  answer.head = end < 0 ? text : text.slice(0, end + endOfHead.length)
  answer.taken = text.length - answer.head.length
  return true
}

const begun = performance.now()
const socket = createConnection({ host: hostname, port: Number(port), onread: { buffer, callback: take } })
const ended = once(socket, 'close')
await once(socket, 'connect')
const body = way === 'up' ? ['content-type: application/octet-stream', `content-length: ${size}`] : []
const lines = [`host: ${hostname}:${port}`, `x-auth-token: ${token}`, 'connection: close', ...body]
socket.write([`${way === 'up' ? 'PUT' : 'GET'} ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
const chunk = Buffer.alloc(mebibyte, 'an image ')
if (way === 'up')
  for (let sent = 0; sent < size; sent += mebibyte) if (!socket.write(chunk)) await once(socket, 'drain')
await ended
const took = performance.now() - begun

const wanted = way === 'up' ? 204 : 200
if (!answer.head.startsWith(`HTTP/1.1 ${wanted} `)) throw new Error(`answered ${answer.head}`)
// With chunked encoding slightly more than the image arrives.
if (way === 'down' && answer.taken < size) throw new Error(`only ${answer.taken} bytes came`)
process.stdout.write(String(took))
