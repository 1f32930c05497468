/**
 * Listens on the TCP addresses of its arguments (`address#port`) in the network namespace it runs in, and passes the
 * sockets to its parent process: a socket stays in the namespace in which it was created. Exits when the parent
 * disconnects. Usage: `node listen-within.ts 169.254.169.254#80 fe80::a9fe:a9fe%eth0#80`
 */
import { createServer } from 'node:net'

const listen = (place: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const [host = '', port = ''] = place.split('#')
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port: Number(port), exclusive: true }, () => {
      process.send?.({ place }, server, {}, (error) => (error ? reject(error) : resolve()))
    })
  })

process.once('disconnect', () => process.exit())
for (const place of process.argv.slice(2)) await listen(place)
