import { createServer } from 'node:net'
import { UserError } from '@nimbo/kernel/user-error'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
}

/** Says in one line why the cloud could not listen there. */
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
