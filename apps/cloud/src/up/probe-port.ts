import { createServer } from 'node:net'
import { UserError } from '@nimbo/kernel/user-error'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
}

/** Throws a one-line error when the cloud cannot listen on the port. */
export const probePort = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UserError(
          `${host}:${port} ${reasons[error.code ?? ''] ?? `cannot be listened on (${error.message})`}`,
        ),
      ),
    )
    server.listen({ host, port }, () => server.close(() => resolve()))
  })
