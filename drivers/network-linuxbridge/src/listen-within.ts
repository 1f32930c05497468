/**
 * Listens by TCP on these addresses, as `address#port`, of the namespace it runs in, and hands the sockets to its parent: a socket
 * stays in the namespace it was made in, whoever has it. It ends when its parent, which has them, lets go of it.
 * `node listen-within.ts 169.254.169.254#80 fe80::a9fe:a9fe%eth0#80`
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
