import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the files with which an operator overrides a service's defaults: `<state>/etc/<service>/api-paste.ini` and `policy.yaml`.
 * They are read once, when the service starts.
 */
export const overrideFiles =
  (etc: string) =>
  (service: string, file: string): string | undefined => {
    try {
      return readFileSync(join(etc, service, file), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
